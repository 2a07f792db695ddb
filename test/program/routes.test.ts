import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runServer } from '../../src/program/run-server.js';
import { findCaller } from '../../src/program/routes/caller.js';
import { createRateLimit } from '../../src/program/routes/rate-limit.js';
import { startScript } from '../start-script.js';
import {
  inAnHour,
  databaseFile,
  declinedAtOnce,
  openProgram,
  operatorKey,
  orderClaims,
  orderSecret,
  sign,
} from './program.js';

describe('a tag on a page of another origin', () => {
  const preflight = (origin: string) => ({
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  });
  const allowed = ['https://www.shop.example', 'https://shop.example'];

  for (const origin of allowed) {
    it(`lets a page of ${origin} call the routes of an order and read their errors`, async (t) => {
      const { call } = await openProgram(t, { env: { SHOP_URL: 'https://www.shop.example/basket' } });
      const token = sign(orderClaims());
      const response = await call('OPTIONS', `/checkout/${token}/intent`, undefined, preflight(origin));
      assert.equal(response.status, 204);
      assert.equal(response.headers.get('access-control-allow-origin'), origin);
      assert.match(
        response.headers.get('access-control-allow-headers') ?? '',
        /\bcontent-type\b.*\bx-requested-with\b/,
      );
      assert.match(response.headers.get('access-control-allow-methods') ?? '', /POST/);
      const expired = sign(orderClaims({ exp: 1 }));
      for (const [asked, status] of [
        [token, 201],
        [expired, 410],
      ] as const) {
        const answer = await call('POST', `/checkout/${asked}/intent`, undefined, { origin });
        assert.equal(answer.status, status);
        assert.equal(answer.headers.get('access-control-allow-origin'), origin);
        assert.equal(answer.headers.get('access-control-allow-credentials'), null);
        assert.equal(answer.headers.get('vary'), 'origin');
      }
    });
  }

  const others = [
    'https://evil.example',
    'https://shop.example.evil.example',
    'http://shop.example',
    'null',
    'https://shop.example:444',
  ];
  for (const origin of others) {
    it(`sends no CORS headers to a page of ${origin}`, async (t) => {
      const { call } = await openProgram(t);
      const token = sign(orderClaims());
      const response = await call('OPTIONS', `/checkout/${token}/intent`, undefined, preflight(origin));
      assert.equal(response.status, 403);
      assert.equal(response.headers.get('access-control-allow-origin'), null);
      const answer = await call('GET', `/checkout/${token}/status?id=x`, undefined, { origin });
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
    });
  }
});

describe('a page of another site', () => {
  it('cannot spend the tries of an order without a preflight', async (t) => {
    const { call, operate, serviceCalls } = await openProgram(t);
    const path = `/checkout/${sign(orderClaims())}/intent`;
    await call('GET', '/ready');
    let before = await serviceCalls();
    while (before < 4) before = await serviceCalls();
    const headers = { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' };
    const answers = await Promise.all(Array.from({ length: 80 }, () => call('POST', path, '{}', headers)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [403]);
    assert.equal(await serviceCalls(), before);
    assert.equal((await operate('GET', '/orders/7')).status, 404);
    assert.equal((await call('POST', path)).status, 201);
  });
});

describe('a refused origin', () => {
  it('is logged once, with the origins that are allowed', async (t) => {
    const { call, lines } = await openProgram(t, { env: { SHOP_URL: 'http://127.0.0.1:3000/basket' } });
    const ask = (origin: string) => call('POST', `/checkout/${sign(orderClaims())}/intent`, {}, { origin });
    for (let count = 0; count < 3; count += 1) await ask('http://localhost:3000');
    await ask('http://192.168.1.5:3000');
    const refused = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'origin refused');
    assert.deepEqual(
      refused.map(({ level, origin, allowed }) => [level, origin, allowed]),
      ['http://localhost:3000', 'http://192.168.1.5:3000'].map((origin) => [
        'warn',
        origin,
        ['http://127.0.0.1:3000', 'https://shop.example'],
      ]),
    );
  });

  it('is none of the program’s own pages, nor one that is allowed', async (t) => {
    const { call, lines } = await openProgram(t, { env: { PUBLIC_URL: 'https://pay.shop.example/a' } });
    const path = `/checkout/${sign(orderClaims())}/intent`;
    await call('POST', path, undefined, { origin: 'https://pay.shop.example' });
    await call('POST', path, {}, { origin: 'http://other.example', 'sec-fetch-site': 'same-origin' });
    await call('POST', path, undefined, { origin: 'https://shop.example' });
    assert.doesNotMatch(lines.join(''), /origin refused/);
  });
});

describe('an address with a slash at its end', () => {
  it('is the same address, for GET and POST alike', async (t) => {
    const { call, operate } = await openProgram(t);
    const token = sign(orderClaims());
    const page = await call('GET', `/checkout/${token}/`);
    assert.equal(page.status, 308);
    const target = new URL(page.headers.get('location') ?? '', `http://program/pay/checkout/${token}/`);
    assert.equal(target.pathname, `/pay/checkout/${token}`);
    const intent = await call('POST', `/checkout/${token}/intent/`);
    assert.equal(intent.status, 201);
    // The status stays readable after the token’s end.
    for (const each of [token, sign(orderClaims({ exp: inAnHour() - 7200 }))])
      assert.equal((await call('GET', `/checkout/${each}/status/`)).status, 404);
    assert.equal((await call('POST', '/webhook/', 'not JSON')).status, 400);
    assert.equal((await operate('GET', '/orders/7/')).status, 200);
    assert.equal((await call('GET', '/orders/7/')).status, 401);
    const refund = await operate('POST', '/orders/7/refund/', {}, { 'idempotency-key': 'a' });
    assert.equal(((await refund.json()) as { type: string }).type, 'invalid_request');
    assert.equal((await operate('GET', '/webhooks/failed/')).status, 200);
    for (const probe of ['/health/', '/ready/']) assert.equal((await call('GET', probe)).status, 200);
  });
});

describe('the operator’s routes', () => {
  const routes: readonly (readonly [method: string, path: string])[] = [
    ['GET', '/orders/7'],
    ['POST', '/orders/7/refund'],
    ['POST', '/orders/7/capture'],
    ['POST', '/orders/7/void'],
    ['POST', '/orders/7/adopt'],
    ['GET', '/webhooks/failed'],
    ['GET', '/webhooks?order=7'],
    ['POST', '/webhooks/msg_1_Nw/resend'],
  ];
  const wrong: readonly Record<string, string>[] = [
    {},
    ...[
      'Bearer',
      'Bearer ',
      `Bearer ${operatorKey}x`,
      `Bearer ${operatorKey.slice(0, -1)}`,
      `Basic ${btoa(`${operatorKey}:`)}`,
      operatorKey,
      'Bearer undefined',
    ].map((authorization) => ({ authorization })),
  ];

  it('answers 401 on every operator route without the operator key', async (t) => {
    const { call } = await openProgram(t);
    for (const [method, path] of routes)
      for (const headers of wrong)
        assert.equal((await call(method, path, undefined, headers)).status, 401, `${method} ${path}`);
  });

  it('are closed for everybody when no key is set', async (t) => {
    const { call } = await openProgram(t, { env: { OPERATOR_KEY: undefined } });
    for (const headers of wrong)
      assert.equal((await call('GET', '/orders/7', undefined, headers)).status, 401);
  });

  it('answer 404 for an order that nobody has opened, or that no token can name', async (t) => {
    const { operate } = await openProgram(t);
    for (const id of ['7', '%00', 'pay-checkout:ready', 'x'.repeat(2000)]) {
      assert.equal((await operate('GET', `/orders/${id}`)).status, 404, id);
      const refund = await operate('POST', `/orders/${id}/refund`, {}, { 'idempotency-key': 'a' });
      assert.equal(refund.status, 404, id);
    }
  });

  it('read an order before, while and after it is paid', async (t) => {
    const { readOrder, pay, call } = await openProgram(t);
    const token = sign(orderClaims({ metadata: { cart: '12' } }));
    await call('GET', `/checkout/${token}`);
    const order = { order_id: '7', amount: 10_000, currency: 'SAR', metadata: { cart: '12' } };
    assert.deepEqual(await readOrder(), {
      ...order,
      verdict: 'open',
      payment_id: null,
      captured: null,
      refunded: null,
    });
    const { id: declined } = await pay(token, declinedAtOnce);
    assert.ok(declined);
    const { id } = await pay(token);
    const paid = await readOrder();
    assert.deepEqual([paid['verdict'], paid['payment_id'], paid['refunded']], ['paid', id, 0]);
  });

  it('answer 503 for a refund that a firewall blocked, and carry it out once the same key comes again', async (t) => {
    const { operate, pay, call, addFault } = await openProgram(t);
    const token = sign(orderClaims());
    const { id } = await pay(token);
    await call('GET', `/checkout/${token}/status?id=${id}`);
    await addFault({ route: 'refund', fault: 'html-403', times: 1 });
    const refund = () =>
      operate('POST', '/orders/7/refund', { amount: 2500 }, { 'idempotency-key': 'first' });
    const blocked = await refund();
    assert.equal(blocked.status, 503);
    assert.equal(((await blocked.json()) as { type: string }).type, 'unavailable');
    const done = await refund();
    assert.equal(done.status, 200);
    assert.equal(((await done.json()) as { refunded: number }).refunded, 2500);
  });

  it('do not say that nothing was moved where the secret key is refused after a lost answer', async (t) => {
    const { operate, pay, call, addFault } = await openProgram(t);
    const token = sign(orderClaims());
    const { id } = await pay(token);
    await call('GET', `/checkout/${token}/status?id=${id}`);
    const refund = () =>
      operate('POST', '/orders/7/refund', { amount: 2500 }, { 'idempotency-key': 'first' });
    await addFault({ route: 'refund', fault: 'drop-after', times: 1 });
    await addFault({ route: 'status', fault: '401', times: 4 });
    for (const what of ['the answer was lost', 'the payment cannot be read']) {
      const response = await refund();
      assert.equal(response.status, 503, what);
      assert.match(
        ((await response.json()) as { message: string }).message,
        /The result is not known yet/,
        what,
      );
    }
  });

  const bodies: readonly (readonly [
    what: string,
    body: string,
    headers: Record<string, string>,
    problem: RegExp,
  ])[] = [
    ['without an Idempotency-Key', '{}', {}, /Idempotency-Key/],
    ['with a space in its key', '{}', { 'idempotency-key': 'a b' }, /visible characters/],
    ['with a body that is not JSON', '{', { 'idempotency-key': 'a' }, /not JSON/],
    ['of nothing', '{"amount":0}', { 'idempotency-key': 'a' }, /`amount` only/],
    ['of a text', '{"amount":"100"}', { 'idempotency-key': 'a' }, /`amount` only/],
    ['of null', '{"amount":null}', { 'idempotency-key': 'a' }, /`amount` only/],
    ['whose body is null', 'null', { 'idempotency-key': 'a' }, /`amount` only/],
    ['whose body is a list', '[100]', { 'idempotency-key': 'a' }, /`amount` only/],
    ['with a misspelt member', '{"amonut":100}', { 'idempotency-key': 'a' }, /`amount` only/],
  ];
  for (const [what, body, headers, problem] of bodies) {
    it(`refuse a refund ${what}`, async (t) => {
      const { operate, call } = await openProgram(t);
      await call('GET', `/checkout/${sign(orderClaims())}`);
      const response = await operate('POST', '/orders/7/refund', body, headers);
      assert.equal(response.status, 400);
      assert.match(((await response.json()) as { message: string }).message, problem);
    });
  }
});

describe('what keeps the program running', () => {
  it('answers /health and /ready, and /metrics on a port that is off unless it is set', async (t) => {
    const { call, pay, metrics: read } = await openProgram(t);
    assert.equal((await call('GET', '/health')).status, 200);
    assert.equal((await call('GET', '/ready')).status, 200);
    await pay(sign(orderClaims({ sub: 'order-42' })));
    assert.equal((await call('GET', '/metrics')).status, 404);
    const metrics = await read();
    assert.match(
      metrics,
      /pay_checkout_request_seconds_count\{method="POST",route="\/checkout\/:token\/intent",status="201"\} 1/,
    );
    assert.match(metrics, /pay_checkout_service_calls_total\{method="POST",status="201"\} \d/);
    assert.doesNotMatch(metrics, /order-42|eyJ|sk_test/);
  });

  it('logs no secret, token or card number at level `trace`', async (t) => {
    const { call, pay, operate, lines, settings } = await openProgram(t, { env: { LOG_LEVEL: 'trace' } });
    const token = sign(orderClaims());
    await pay(token);
    await call('GET', `/checkout/${sign(orderClaims(), { secret: 'f'.repeat(32) })}`);
    await operate('GET', '/orders/7');
    await call('POST', '/webhook', 'not JSON');
    const log = lines.join('');
    assert.match(log, /"route":"\/checkout\/:token\/intent","status":201/);
    assert.match(log, /"reason":"[^"]*wrong signature[^"]*","msg":"token refused"/);
    for (const secret of [
      settings.PAY_SECRET_KEY,
      settings.PAY_WEBHOOK_SECRET,
      orderSecret,
      operatorKey,
      token,
      settings.WEBHOOK_SIGNING_SECRET,
    ])
      assert.ok(!log.includes(secret!), secret);
    assert.doesNotMatch(log, /eyJ|pi_secret|4111114005765430/);
    for (const line of lines) assert.equal(typeof JSON.parse(line).time, 'string');
  });

  it('logs at `warn` why a token that the shop has signed is refused, and at `info` a forged one', async (t) => {
    const { call, lines } = await openProgram(t);
    await call('POST', `/checkout/${sign(orderClaims({ sub: 7 }))}/intent`);
    await call('POST', `/checkout/${sign(orderClaims(), { secret: 'f'.repeat(32) })}/intent`);
    const refused = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'token refused');
    assert.deepEqual(
      refused.map(({ level, reason }) => [level, reason]),
      [
        [
          'warn',
          'The order token’s `sub` must be the order’s id, a string of 1 to 100 characters: "7" instead of 7.',
        ],
        ['info', 'The order token has a wrong signature.'],
      ],
    );
  });

  it('answers a check of HTTP/1.0, which names no host', async (t) => {
    const { url } = await openProgram(t);
    const socket = connect(Number(new URL(url()).port), '127.0.0.1');
    socket.write('GET /health HTTP/1.0\r\n\r\n');
    assert.match(await text(socket), /^HTTP\/1\.1 200 OK\r\n/);
  });

  it('keeps an idle connection for longer than the proxies that send requests through it', async (t) => {
    const { call } = await openProgram(t);
    assert.equal((await call('GET', '/health')).headers.get('keep-alive'), 'timeout=620');
  });

  it('takes a request of the operator without a body, without a length, and in pieces', async (t) => {
    const { call, readOrder, url, pay } = await openProgram(t);
    const token = sign(orderClaims());
    const { id } = await pay(token);
    await call('GET', `/checkout/${token}/status?id=${id}`);
    const { hostname, port } = new URL(url());
    const send = async (action: string, key: string, rest: string) => {
      const socket = connect(Number(port), hostname);
      const head = `POST /orders/7/${action} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n`;
      socket.write(`${head}authorization: Bearer ${operatorKey}\r\nidempotency-key: ${key}\r\n${rest}`);
      return (await text(socket)).slice(0, 'HTTP/1.1 200'.length);
    };
    assert.equal(
      await send('refund', 'a', 'transfer-encoding: chunked\r\n\r\ne\r\n{"amount":100}\r\n0\r\n\r\n'),
      'HTTP/1.1 200',
    );
    assert.equal(await send('refund', 'b', '\r\n'), 'HTTP/1.1 200');
    assert.equal((await readOrder())['verdict'], 'reversed');
  });

  it('hears nothing that is too large', async (t) => {
    const { call, operate } = await openProgram(t);
    const token = sign(orderClaims());
    const large = JSON.stringify({ instead_of: 'x'.repeat(70_000) });
    assert.equal((await call('POST', `/checkout/${token}/intent`, large)).status, 413);
    assert.equal((await call('POST', '/webhook', large.padEnd(1_000_001))).status, 413);
    assert.equal((await operate('POST', '/orders/7/refund', large, { 'idempotency-key': 'a' })).status, 413);
    assert.ok([400, 414, 431].includes((await call('GET', `/checkout/${'x'.repeat(20_000)}`)).status));
  });

  it('waits for the next turn when the service wants to be left alone', async (t) => {
    const { call, pay, restart, addFault, metrics: read } = await openProgram(t);
    await pay(sign(orderClaims()));
    await addFault({ route: 'status', fault: '429', times: 100 });
    await restart();
    const countSweeps = async () => {
      const metrics = await read();
      return [...metrics.matchAll(/^pay_checkout_sweeps_total\{.*\} (\d+)$/gm)].map(([, count]) => count);
    };
    let counts = await countSweeps();
    while (counts.length === 0) counts = await countSweeps();
    assert.equal((await call('GET', '/health')).status, 200);
    // The one that failed, and at most one more that asked nothing.
    counts = await countSweeps();
    assert.ok(
      counts.every((count) => count === '1'),
      counts.join(),
    );
  });

  it('answers 429 after a burst of requests for one order', async (t) => {
    const { call, serviceCalls } = await openProgram(t);
    const token = sign(orderClaims());
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => call('GET', `/checkout/${token}/status?id=${crypto.randomUUID()}`)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length > 100 && refused.length < 200, String(refused.length));
    assert.match(refused[0]!.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    const other = sign(orderClaims({ sub: '8' }));
    assert.equal((await call('POST', `/checkout/${other}/intent`)).status, 201);
    assert.ok((await serviceCalls()) < 20);
  });

  it('counts the declined payments of each address over all orders, by the proxy that is trusted', async (t) => {
    const { call, pay } = await openProgram(t, {
      env: { TRUST_PROXY: '1', CALLER_DECLINES_PER_HOUR: '2' },
    });
    const ask = async (sub: string, forwarded: string) => {
      const path = `/checkout/${sign(orderClaims({ sub }))}/intent`;
      return (await call('POST', path, undefined, { 'x-forwarded-for': forwarded })).status;
    };
    for (const sub of ['1', '2']) {
      const token = sign(orderClaims({ sub }));
      const { id } = await pay(token, declinedAtOnce, { 'x-forwarded-for': '2001:db8::1' });
      await call('GET', `/checkout/${token}/status?id=${id}`);
    }
    // An entry before the address that the proxy has seen can be forged.
    assert.equal(await ask('3', '198.51.100.7, 2001:db8::2'), 429);
    assert.equal(await ask('3', '192.0.2.2'), 201);
  });

  it('names the port that is in use, and the setting', async (t) => {
    const { url, settings } = await openProgram(t);
    const { port } = new URL(url());
    for (const setting of ['PORT', 'METRICS_PORT'])
      await assert.rejects(
        runServer(
          { ...settings, DATABASE_URL: `sqlite:${databaseFile(t)}`, [setting]: port },
          { write: () => undefined },
        ),
        new Error(`Port ${port} is in use. Stop the program that has it, or set ${setting} to another one.`),
      );
  });

  it('keeps serving when the reader of its log exits', async (t) => {
    const { settings } = await openProgram(t);
    const file = fileURLToPath(new URL('../../src/program/cli.ts', import.meta.url));
    const env = { ...settings, DATABASE_URL: `sqlite:${databaseFile(t)}`, LOG_LEVEL: 'trace' };
    const { child, next } = startScript(t, ['--import', 'tsx', file], env);
    const { url } = JSON.parse((await next())!) as { url: string };
    child.stdout.destroy();
    for (let count = 0; count < 20; count += 1) assert.equal((await fetch(`${url}/health`)).status, 200);
    assert.equal(child.exitCode, null);
  });

  it('finishes running requests and refuses new connections when it stops', async (t) => {
    const { url, stop, call } = await openProgram(t);
    const token = sign(orderClaims());
    assert.equal((await call('POST', `/checkout/${token}/intent`)).status, 201);
    const body = JSON.stringify({ instead_of: crypto.randomUUID() });
    const socket = connect(Number(new URL(url()).port), '127.0.0.1').setEncoding('utf8');
    const head = `POST /checkout/${token}/intent HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: ${body.length}`;
    socket.write(`${head}\r\n\r\n`);
    // The server says so when it has begun with the request.
    assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1\.1 100/);
    const stopped = stop();
    socket.write(body);
    assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1\.1 201/);
    await stopped;
    await assert.rejects(call('GET', '/health'));
  });
});

describe('findCaller', () => {
  const rows: readonly (readonly [
    forwarded: string | undefined,
    proxies: number,
    caller: string | undefined,
  ])[] = [
    ['1.1.1.1', 0, undefined],
    ['1.1.1.1', 1, '1.1.1.1'],
    ['9.9.9.9, 1.1.1.1', 1, '1.1.1.1'],
    ['9.9.9.9, 1.1.1.1, 2.2.2.2', 2, '1.1.1.1'],
    [undefined, 1, undefined],
    ['1.1.1.1:50123', 1, '1.1.1.1'],
    ['::ffff:1.1.1.1', 1, '1.1.1.1'],
    ['::FFFF:0101:0101', 1, '1.1.1.1'],
    ['[::ffff:1.1.1.1]:50123', 1, '1.1.1.1'],
    ['2001:db8:1:2:3:4:5:6', 1, '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', 1, '2001:db8:1:2::/64'],
    ['[2001:db8:1:2:ffff::1]:443', 1, '2001:db8:1:2::/64'],
    ['2001:db8::9', 1, '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 1, 'fe80:0:0:0::/64'],
    ['::1', 1, '0:0:0:0::/64'],
    ['unknown', 1, 'unknown'],
  ];
  for (const [forwarded, proxies, caller] of rows)
    it(`is ${caller} for ${forwarded} behind ${proxies} proxies`, () =>
      assert.equal(findCaller('10.0.0.1', forwarded, proxies), caller));
});

describe('createRateLimit', () => {
  it('allows a burst, then a little more each second, to each name for itself', () => {
    let now = 0;
    const limit = createRateLimit({ burst: 2, perSecond: 0.5 }, () => now);
    assert.deepEqual([limit('a'), limit('a'), limit('a'), limit('b')], [0, 0, 2, 0]);
    now = 2000;
    assert.deepEqual([limit('a'), limit('a')], [0, 2]);
  });
});
