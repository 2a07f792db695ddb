import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { openReceiver, status } from '../receiver.js';
import { openShop, source } from './shop.js';

const own = { origin: 'http://sandbox.test', accept: 'text/html' };

/** A shop that also looks at the dashboard and uses its forms. */
function openDashboard(t: TestContext, options: object = {}) {
  const shop = openShop(options);
  t.after(() => shop.sandbox.close());
  const { call } = shop;
  const open = (search = '') => call('GET', `/${search}`, { key: null, headers: { accept: 'text/html' } });
  const timeline = async (search = '') =>
    (await call('GET', `/dashboard/timeline${search}`, { key: null })).body;
  const send = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = own) =>
    call('POST', `/dashboard/${path}`, {
      key: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const deliveries = async () => (await call('GET', '/sandbox/deliveries', { key: null })).body;
  const resend = (id: string) => call('POST', `/sandbox/deliveries/${id}/resend`, { key: null });
  return { ...shop, open, timeline, send, deliveries, resend };
}

/** What an entry says, without the parts that differ from run to run. */
const summary = ({ kind, status, tone, amount, what, about }: Record<string, string>) =>
  [kind, status, tone, amount, what, about].join(' | ');

describe('the timeline', () => {
  test('tells what happened to each thing, as the API answers it', async (t) => {
    const { createIntent, fulfil, answer, pay, bill, call, timeline } = openDashboard(t);
    const failing = await createIntent({ description: 'Order 7' });
    const { body: challenged } = await fulfil(failing.client_secret, { source: source('4123120001090000') });
    await answer(challenged, 'authenticated');
    const paid = await pay({ intent: { amount: 1000, currency: 'KWD' } });
    await call('POST', `/v1/payments/${paid.id}/refund`, { body: { amount: 400 } });
    const invoice = await bill({ amount: 500, currency: 'JPY' });
    const { entries } = await timeline();
    assert.deepEqual(entries.filter(({ kind }: { kind: string }) => kind !== 'request').map(summary), [
      'payment | refunded | plain | 1.000 KWD | payment refunded: 0.400 KWD | ',
      'payment | failed | bad | 100.00 SAR | payment failed: INSUFFICIENT FUNDS | Order 7',
      'intent | fulfilled | plain | 1.000 KWD | intent used at May 15 12:00:00 | ',
      'intent | fulfilled | plain | 100.00 SAR | intent used at May 15 12:00:00 | Order 7',
      'invoice | initiated | open | 500 JPY | invoice can be paid | Three lamps',
    ]);
    const raw = (key: string) =>
      JSON.parse(entries.find((entry: { key: string }) => entry.key === key).raw) as unknown;
    assert.deepEqual(raw(`payment-${paid.id}`), (await call('GET', `/v1/payments/${paid.id}`)).body);
    assert.deepEqual(raw(`invoice-${invoice.id}`), invoice);
    const { body: intent } = await call('GET', `/v1/payment_intents/${failing.id}`);
    assert.deepEqual(raw(`intent-${failing.id}`), { ...intent, client_secret: '…' });
  });

  test('tells each try of a delivery, and when the next one follows', async (t) => {
    const receiver = await openReceiver(t, status(500));
    const { sandbox, pay, register, advance, timeline } = openDashboard(t);
    await register(receiver.url);
    await pay();
    const lines = async () =>
      (await timeline('?kind=delivery')).entries.map(
        ({ status: shown, what }: Record<string, string>) => `${shown}: ${what}`,
      );
    const what = `delivery of payment_paid to ${receiver.url}`;
    assert.deepEqual(await lines(), [`pending: ${what} is on its way`]);
    await sandbox.tick();
    assert.deepEqual(await lines(), [`pending: ${what} failed: 500, next try at May 15 12:01:00`]);
    receiver.state.answer = status(204);
    await advance(60);
    assert.deepEqual(await lines(), [
      `delivered: try 2: ${what} arrived: 204`,
      `delivered: ${what} arrived: 204`,
    ]);
  });

  test('is not sent again while nothing has changed', async (t) => {
    const { createIntent, call, fault, timeline } = openDashboard(t);
    await createIntent();
    const { version } = await timeline();
    const again = await timeline(`?version=${version}`);
    assert.deepEqual(Object.keys(again), ['now', 'faults', 'version']);
    await fault('fulfil', '500', { times: 3 });
    assert.deepEqual((await timeline(`?version=${version}`)).faults, ['fulfil: 500 × 3']);
    const changes = [
      createIntent,
      () => call('GET', '/v1/payments'),
      () => call('POST', '/sandbox/reset', { key: null }),
    ];
    for (const change of changes) {
      const { version: before } = await timeline();
      await change();
      assert.ok((await timeline(`?version=${before}`)).entries);
    }
  });
});

describe('the page', () => {
  test('says where the service is, its keys and its clock', async (t) => {
    const { open, advance } = openDashboard(t);
    await advance(90);
    const { status: code, headers, body } = await open();
    assert.equal(code, 200);
    for (const text of [
      'http://sandbox.test/v1',
      'sk_test_sandbox',
      'pk_test_sandbox',
      '2026-05-15 12:01:30',
    ])
      assert.ok(body.includes(text), text);
    assert.match(body, /Nothing has happened yet/);
    const policy = headers.get('content-security-policy') ?? '';
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
      assert.ok(policy.includes(directive), directive);
    assert.doesNotMatch(policy, /unsafe/);
    assert.deepEqual(
      [...body.matchAll(/<script[^>]*>/g)].join(),
      '<script src="/dashboard/script.js" defer>',
    );
    assert.doesNotMatch(body, / (style|on\w+)=/);
  });

  test('shows markup in whatever string as text', async (t) => {
    const { call, bill, createIntent, fulfil, register, sandbox, open, timeline } = openDashboard(t, {
      accountName: '<b>account</b>',
    });
    const mark = '<img src=x onerror=alert(1)>"\'&';
    const address = 'https://shop.example/"><img/src=x/onerror=alert(1)>';
    await register(address);
    const intent = await createIntent({ description: mark, callback_url: address });
    await fulfil(intent.client_secret, {
      source: source('4111114005765430', { name: 'Aisha </pre><img>' }),
      metadata: { [mark]: mark, closing: '</pre></template><script>' },
    });
    await bill({ description: mark, back_url: address, callback_url: address });
    await call('POST', '/v1/<script>alert(1)</script>', { body: { [mark]: mark } });
    await sandbox.tick();
    const { body } = await open();
    assert.doesNotMatch(body, /<(img|b|script)\b(?! src="\/dashboard\/script\.js" defer>)/);
    assert.equal(body.match(/<\/(pre|template)>/g).length, body.match(/<(pre|template)\b/g).length);
    assert.ok(body.includes('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;'));
    assert.ok(body.includes('https://shop.example/&quot;&gt;&lt;img/src=x/onerror=alert(1)&gt;'));
    const { entries } = await timeline();
    for (const kind of ['intent', 'payment', 'invoice'])
      assert.equal(entries.find((entry: { kind: string }) => entry.kind === kind).about, mark);
  });

  test('and its JSON hold no secret, and no card', async (t) => {
    const receiver = await openReceiver(t);
    const { createIntent, fulfil, register, sandbox, open, timeline, deliveries } = openDashboard(t);
    await register(receiver.url);
    const waiting = await createIntent();
    const used = await createIntent();
    await fulfil(used.client_secret, { source: source('4111114005765430', { cvc: '987' }) });
    await sandbox.tick();
    assert.equal(receiver.received[0]!.body.secret_token, 'hush-hush');
    const texts = [(await open()).body, JSON.stringify([await timeline(), await deliveries()])];
    const number = '4111114005765430';
    for (const text of texts) {
      for (const secret of ['hush-hush', waiting.client_secret, used.client_secret, 'pi_secret_', number])
        assert.ok(!text.includes(secret), secret);
      // As a value of its own: an id may end in these digits.
      assert.doesNotMatch(text, /(?<![\w.-])987(?![\w.-])/);
    }
  });
});

describe('a form of the dashboard', () => {
  test('puts the clock forward, orders a fault, resets, and leads back to where it was', async (t) => {
    const { send, timeline, createIntent, fulfil } = openDashboard(t);
    await createIntent();
    const here = { ...own, referer: 'http://sandbox.test/?kind=intent' };
    const back = await send('clock', { advance: '600' }, here);
    assert.deepEqual([back.status, back.headers.get('location')], [303, '/?kind=intent']);
    assert.equal((await timeline()).now, '2026-05-15 12:10:00');

    assert.equal((await send('faults', { route: 'fulfil', fault: '503', times: '2' })).status, 303);
    assert.deepEqual((await timeline()).faults, ['fulfil: 503 × 2']);
    assert.equal((await fulfil('x')).status, 503);
    assert.deepEqual((await timeline()).faults, ['fulfil: 503']);

    assert.equal((await send('reset')).headers.get('location'), '/');
    const { now, faults, entries } = await timeline();
    assert.deepEqual([now, faults, entries], ['2026-05-15 12:00:00', [], []]);
  });

  for (const referer of [
    'https://evil.example/?kind=intent',
    'http://sandbox.test/v1/card_auth/x/prepare?a=b',
    'nonsense',
  ])
    test(`leads to the front page from ${referer}`, async (t) => {
      const { send } = openDashboard(t);
      const { headers } = await send('clock', { advance: '1' }, { ...own, referer });
      assert.equal(headers.get('location'), '/');
    });

  const senders: Record<string, readonly [number, Record<string, string>]> = {
    'the same origin, by Sec-Fetch-Site': [303, { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    'the same origin, by Origin': [303, { origin: 'http://sandbox.test' }],
    'another site': [403, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    'another port of this host': [403, { 'sec-fetch-site': 'same-site', origin: 'http://sandbox.test:81' }],
    'another site, by Origin': [403, { origin: 'https://evil.example' }],
    'a frame without an origin': [403, { origin: 'null' }],
    'somebody who does not say': [403, {}],
    'another site that forges Origin': [403, { 'sec-fetch-site': 'cross-site', ...own }],
  };
  for (const [name, [code, headers]] of Object.entries(senders))
    test(`is ${code === 303 ? 'taken' : 'refused'} from ${name}`, async (t) => {
      const { send, createIntent, timeline, register, pay, deliveries } = openDashboard(t);
      await register('http://127.0.0.1:1/');
      await pay();
      await createIntent();
      const [{ id }] = await deliveries();
      const forms: ReadonlyArray<readonly [string, Record<string, string>]> = [
        ['clock', { advance: '60' }],
        ['faults', { route: 'fulfil', fault: '500', times: '1' }],
        [`deliveries/${id}/resend`, {}],
        ['reset', {}],
      ];
      const before = await timeline();
      for (const [path, fields] of forms) assert.equal((await send(path, fields, headers)).status, code);
      const after = await timeline();
      if (code === 403) assert.deepEqual(after, before);
      else assert.deepEqual(after.entries, []);
    });

  for (const accept of ['text/html', '*/*'])
    test(`that is refused says to ${accept} which field is wrong`, async (t) => {
      const { send } = openDashboard(t);
      const { status: code, body } = await send('clock', { advance: '1e15' }, { ...own, accept });
      assert.equal(code, 400);
      assert.match(JSON.stringify(body), /[>"]advance is too far ahead[<"]/);
    });

  test('cannot be sent by GET, nor be asked for by another origin', async (t) => {
    const { call } = openDashboard(t);
    for (const path of ['clock', 'faults', 'reset', 'deliveries/x/resend'])
      assert.equal((await call('GET', `/dashboard/${path}`, { key: null })).status, 405);
    const headers = { origin: 'https://evil.example' };
    for (const path of ['/', '/dashboard/timeline']) {
      const answer = await call('GET', path, { key: null, headers });
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
    }
  });
});

describe('a delivery sent once more', () => {
  async function openBroken(t: TestContext) {
    const receiver = await openReceiver(t, status(500));
    const shop = openDashboard(t);
    const webhook = await shop.register(receiver.url);
    await shop.pay();
    await shop.sandbox.tick();
    const [{ id }] = await shop.deliveries();
    return { ...shop, receiver, webhook, id: id as string };
  }
  const numbers = ({ attempts }: { attempts: { number: number; result: string }[] }) =>
    attempts.map(({ number, result }) => `${number} ${result}`);

  test('is the same message, and an attempt like any other', async (t) => {
    const { receiver, webhook, id, resend, call } = await openBroken(t);
    receiver.state.answer = status(202);
    const { status: code, body } = await resend(id);
    assert.equal(code, 200);
    assert.deepEqual(receiver.received[1]!.body, receiver.received[0]!.body);
    assert.deepEqual([body.id, body.status, body.next_try_at], [id, 'delivered', null]);
    assert.deepEqual(numbers(body), ['1 failed', '2 success']);
    const { webhook_attempts: attempts } = (await call('GET', `/v1/webhooks/${webhook.id}/attempts`)).body;
    assert.deepEqual([attempts.length, attempts[0].retry_number, attempts[0].response_code], [2, 2, 202]);
  });

  test('a resend that arrives ends the retries', async (t) => {
    const { receiver, id, resend, advance } = await openBroken(t);
    receiver.state.answer = status(200);
    await resend(id);
    await advance(24 * 3600);
    assert.equal(receiver.received.length, 2);
  });

  test('that fails leaves the schedule as it was', async (t) => {
    const { receiver, id, resend, advance, deliveries } = await openBroken(t);
    await advance(30);
    assert.equal((await resend(id)).body.next_try_at, '2026-05-15T12:01:00.000Z');
    for (const wait of [30, 600, 1800, 3600, 7200]) await advance(wait);
    await advance(24 * 3600);
    assert.equal(receiver.received.length, 7);
    const [delivery] = await deliveries();
    assert.equal(delivery.status, 'given_up');
    assert.deepEqual(
      numbers(delivery),
      [1, 2, 3, 4, 5, 6, 7].map((number) => `${number} failed`),
    );
  });

  test('may have been given up: it stays so if it fails, and is delivered if it arrives', async (t) => {
    const { receiver, id, resend, advance } = await openBroken(t);
    for (const wait of [60, 600, 1800, 3600, 7200]) await advance(wait);
    assert.equal((await resend(id)).body.status, 'given_up');
    receiver.state.answer = status(200);
    assert.equal((await resend(id)).body.status, 'delivered');
  });

  test('may have been delivered, and stays so if it fails now', async (t) => {
    const { receiver, id, resend, advance } = await openBroken(t);
    receiver.state.answer = status(200);
    await advance(60);
    receiver.state.answer = status(500);
    const { body } = await resend(id);
    assert.deepEqual([body.status, body.next_try_at], ['delivered', null]);
    assert.deepEqual(numbers(body), ['1 failed', '2 success', '3 failed']);
    await advance(24 * 3600);
    assert.equal(receiver.received.length, 3);
  });

  test('is refused when there is no such delivery, or its webhook was deleted', async (t) => {
    const { receiver, webhook, id, resend, call, send } = await openBroken(t);
    const unknown = await resend('unknown');
    assert.deepEqual([unknown.status, unknown.body.type], [404, 'record_not_found']);
    await call('DELETE', `/v1/webhooks/${webhook.id}`);
    const refused = await resend(id);
    assert.deepEqual([refused.status, refused.body.type], [400, 'invalid_request_error']);
    assert.equal((await send(`deliveries/${id}/resend`)).status, 400);
    assert.equal(receiver.received.length, 1);
  });

  test('may be the notice of a paid invoice', async (t) => {
    const receiver = await openReceiver(t);
    const { call, bill, fulfil, sandbox, deliveries, resend } = openDashboard(t);
    const invoice = await bill({ callback_url: receiver.url });
    const path = `${new URL(invoice.url).pathname}/intent`;
    const { body: intent } = await call('POST', path, { key: null });
    await fulfil(intent.client_secret, { source: source('4111114005765430') });
    await sandbox.tick();
    const [{ id }] = await deliveries();
    assert.equal((await resend(id)).body.status, 'delivered');
    assert.deepEqual(receiver.received[1]!.body, receiver.received[0]!.body);
  });

  test('leaves nothing behind when the sandbox is reset meanwhile', async (t) => {
    const { receiver, id, resend, call } = await openBroken(t);
    let release = (): void => undefined;
    receiver.state.answer = (response) => (release = () => void response.end());
    const sent = resend(id);
    while (receiver.received.length < 2) await new Promise(setImmediate);
    await call('POST', '/sandbox/reset', { key: null });
    release();
    assert.equal((await sent).status, 404);
  });
});
