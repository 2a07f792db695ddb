import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.js';
import { temporary } from './process.js';
import { openReceiver } from '../receiver.js';
import { approvedAtOnce, basic, client, habits, noon, source } from './shop.js';

/** A shop that knows the keys of one namespace. */
function shopIn(namespace: string, fetch: (request: Request) => Promise<Response>) {
  const send = client(fetch);
  const keys = { secret: `sk_test_${namespace}`, publishable: `pk_test_${namespace}` };
  const call: typeof send = (method, path, { key, ...more } = {}) => {
    // The shop's habits name the first namespace's keys, and none for what needs none.
    const own = key === undefined || key === null ? keys.secret : keys.publishable;
    const isOpen = key === null && !path.startsWith('/sandbox/');
    return send(method, path, { ...more, key: isOpen ? null : own });
  };
  return { ...habits(call), call, keys };
}

function open(t: TestContext, options: SandboxOptions = {}) {
  const sandbox = createSandbox({ now: () => noon, ...options });
  t.after(() => sandbox.close());
  return { sandbox, shop: (namespace: string) => shopIn(namespace, (request) => sandbox.fetch(request)) };
}

const count = async (shop: ReturnType<typeof shopIn>) =>
  (await shop.call('GET', '/v1/payments')).body.meta.total_count;

describe('a namespace', () => {
  it('begins empty with its secret key, and then knows its publishable key', async (t) => {
    const { sandbox, shop } = open(t);
    const direct = { amount: 100, callback_url: 'https://shop.example/', source: source(approvedAtOnce) };
    const pay = () =>
      client((request) => sandbox.fetch(request))('POST', '/v1/payments', {
        key: 'pk_test_blue',
        body: direct,
      });
    const refused = await pay();
    assert.equal(refused.status, 401);
    assert.match(refused.body.message, /sk_test_blue/);
    assert.equal(await count(shop('blue')), 0);
    assert.equal((await pay()).status, 201);
    assert.equal(await count(shop('blue')), 1);
  });

  const names = ['a', '0', '_-_', 'x'.repeat(64)];
  it('is named by 1 to 64 characters of a-z, 0-9, _ and -', async (t) => {
    const { shop } = open(t);
    for (const name of names) assert.equal(await count(shop(name)), 0);
    for (const name of ['', 'Blue', 'x'.repeat(65), 'a.b', 'a/b', 'ä']) {
      const { status, body } = await shop(name).call('GET', '/v1/payments');
      assert.deepEqual([status, body.type], [401, 'authentication_error'], name);
    }
  });

  it('has its own things: ids and secrets of another namespace are unknown', async (t) => {
    const { shop } = open(t);
    const [blue, first] = [shop('blue'), shop('sandbox')];
    const intent = await blue.createIntent();
    const payment = await blue.pay();
    assert.equal((await first.fulfil(intent.client_secret)).status, 403);
    assert.equal((await first.call('GET', `/v1/payments/${payment.id}`)).status, 404);
    assert.equal((await first.call('GET', `/v1/payment_intents/${intent.id}`)).status, 404);
    assert.equal((await blue.fulfil(intent.client_secret)).status, 201);
    assert.deepEqual([await count(blue), await count(first)], [2, 0]);
  });

  it('has its own clock, which also dates its answers', async (t) => {
    const { shop } = open(t);
    const [blue, first] = [shop('blue'), shop('sandbox')];
    await blue.advance(3600);
    assert.equal((await blue.createIntent()).created_at, '2026-05-15T13:00:00.000Z');
    assert.equal((await first.createIntent()).created_at, '2026-05-15T12:00:00.000Z');
    const { headers } = await blue.call('GET', '/v1/payments');
    assert.equal(headers.get('date'), 'Fri, 15 May 2026 13:00:00 GMT');
  });

  it('has its own log and its own deliveries', async (t) => {
    const { sandbox, shop } = open(t);
    const receiver = await openReceiver(t);
    const [blue, first] = [shop('blue'), shop('sandbox')];
    await blue.register(receiver.url, { shared_secret: 'blue' });
    const payment = await blue.pay();
    await first.pay();
    await sandbox.tick();
    assert.deepEqual(
      receiver.received.map(({ body }) => [body.data.id, body.secret_token]),
      [[payment.id, 'blue']],
    );
    assert.equal((await first.call('GET', '/sandbox/deliveries')).body.length, 0);
    assert.equal((await blue.call('GET', '/sandbox/deliveries')).body.length, 1);
    const paths = async (shop: typeof blue) =>
      (await shop.call('GET', '/sandbox/log')).body.map((entry: { path: string }) => entry.path);
    assert.deepEqual(await paths(first), ['/v1/payment_intents', '/v1/payments']);
    assert.deepEqual(await paths(blue), ['/v1/webhooks', '/v1/payment_intents', '/v1/payments']);
  });

  it('is in the log of its own also when the key is in the body', async (t) => {
    const { sandbox, shop } = open(t);
    const blue = shop('blue');
    await blue.call('GET', '/v1/payments');
    const { status } = await client((request) => sandbox.fetch(request))('POST', '/v1/tokens', {
      key: null,
      body: {
        ...source(),
        callback_url: 'https://shop.example/',
        publishable_api_key: blue.keys.publishable,
      },
    });
    assert.equal(status, 201);
    assert.equal((await blue.call('GET', '/sandbox/log')).body.length, 2);
  });

  it('is emptied alone by a reset', async (t) => {
    const { shop } = open(t);
    const [blue, first] = [shop('blue'), shop('sandbox')];
    await Promise.all([blue.pay(), first.pay()]);
    await blue.call('POST', '/sandbox/reset');
    assert.deepEqual([await count(blue), await count(first)], [0, 1]);
  });

  it('has its own challenge and invoice pages, which lead back into it', async (t) => {
    const { sandbox, shop } = open(t);
    const blue = shop('blue');
    const waiting = await blue.payWith();
    assert.match(
      waiting.source.transaction_url,
      /^http:\/\/sandbox\.test\/namespaces\/blue\/v1\/card_auth\//,
    );
    const get = (url: string) => sandbox.fetch(new Request(url));
    assert.match(
      await (await get(waiting.source.transaction_url)).text(),
      /action="\/namespaces\/blue\/v1\/card_auth\/[^"]+\/authenticate"/,
    );
    assert.equal((await get(waiting.source.transaction_url.replace('/namespaces/blue', ''))).status, 404);
    assert.equal((await blue.answer(waiting, 'authenticated')).status, 303);
    assert.equal((await blue.paymentOf(waiting.id)).status, 'paid');

    const invoice = await blue.bill({ amount: 500 });
    assert.equal(invoice.url, `http://sandbox.test/namespaces/blue/invoices/${invoice.id}`);
    assert.equal((await get(invoice.logo_url)).status, 200);
    const page = await (await get(invoice.url)).text();
    assert.match(page, /Three lamps/);
    const made = await sandbox.fetch(new Request(`${invoice.url}/intent`, { method: 'POST' }));
    const intent = (await made.json()) as { client_secret: string; callback_url: string };
    assert.equal(intent.callback_url, `${invoice.url}/return`);
    const { body: payment } = await blue.fulfil(intent.client_secret, { source: source(approvedAtOnce) });
    assert.equal(payment.invoice_id, invoice.id);
    const back = await get(`${intent.callback_url}?id=${payment.id}`);
    assert.equal(back.headers.get('location'), `/namespaces/blue/invoices/${invoice.id}?id=${payment.id}`);
  });

  it('has its own dashboard, which the others link to', async (t) => {
    const { sandbox, shop } = open(t);
    const blue = shop('blue');
    await blue.createIntent({ description: 'Order of blue' });
    const get = async (path: string) => sandbox.fetch(new Request(`http://sandbox.test${path}`));
    const page = await (await get('/namespaces/blue/')).text();
    assert.match(page, /Order of blue/);
    assert.match(page, /pk_test_blue/);
    assert.match(page, /action="\/namespaces\/blue\/dashboard\/clock"/);
    assert.match(page, /href="\/namespaces\/blue\/\?kind=intent"/);
    const first = await (await get('/')).text();
    assert.doesNotMatch(first, /Order of blue/);
    assert.match(first, /<a href="\/namespaces\/blue\/"/);
    assert.equal((await get('/namespaces/blue')).headers.get('location'), '/namespaces/blue/');
    const { entries } = (await (await get('/namespaces/blue/dashboard/timeline')).json()) as {
      entries: { about: string }[];
    };
    assert.ok(entries.some(({ about }) => about === 'Order of blue'));
    for (const path of [
      '/namespaces/red/',
      '/namespaces/red/dashboard/timeline',
      '/namespaces/A/',
      '/namespaces/',
    ])
      assert.equal((await get(path)).status, 404, path);
  });

  it('takes the forms of its dashboard, which lead back to it', async (t) => {
    const { sandbox, shop } = open(t);
    await shop('blue').createIntent();
    const answer = await sandbox.fetch(
      new Request('http://sandbox.test/namespaces/blue/dashboard/clock', {
        method: 'POST',
        headers: {
          origin: 'http://sandbox.test',
          referer: 'http://sandbox.test/namespaces/blue/?kind=intent',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'advance=60',
      }),
    );
    assert.equal(answer.headers.get('location'), '/namespaces/blue/?kind=intent');
    assert.equal((await shop('blue').createIntent()).created_at, '2026-05-15T12:01:00.000Z');
    assert.equal((await shop('sandbox').createIntent()).created_at, '2026-05-15T12:00:00.000Z');
  });
});

describe('a control', () => {
  const send = (sandbox: Sandbox, authorization?: string) =>
    sandbox.fetch(
      new Request('http://sandbox.test/sandbox/clock', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        body: '{"advance":60}',
      }),
    );
  const now = async (shop: ReturnType<typeof shopIn>) => (await shop.createIntent()).created_at;

  it('is for the namespace of its secret key, by Basic or as a bearer token, and for the first one without', async (t) => {
    const { sandbox, shop } = open(t);
    await send(sandbox, basic('sk_test_blue'));
    await send(sandbox, 'Bearer sk_test_blue');
    await send(sandbox);
    assert.equal(await now(shop('blue')), '2026-05-15T12:02:00.000Z');
    assert.equal(await now(shop('sandbox')), '2026-05-15T12:01:00.000Z');
  });

  it('is refused with a key that is no secret test key', async (t) => {
    const { sandbox, shop } = open(t);
    const cases: ReadonlyArray<readonly [string, number]> = [
      ['Bearer sk_live_blue', 401],
      ['Bearer sk_test_Blue', 401],
      ['Bearer ', 401],
      ['Basic nonsense', 401],
      ['Bearer pk_test_sandbox', 403],
      [basic('pk_test_sandbox'), 403],
    ];
    for (const [authorization, status] of cases)
      assert.equal((await send(sandbox, authorization)).status, status, authorization);
    assert.equal(await now(shop('sandbox')), '2026-05-15T12:00:00.000Z');
  });
});

describe('namespaces in files', () => {
  it('are there again when the sandbox starts again, each with its clock and its waiting messages', async (t) => {
    const db = temporary(t, 'sandbox.db');
    const receiver = await openReceiver(t);
    const before = createSandbox({ db, now: () => noon });
    const blue = shopIn('blue', (request) => before.fetch(request));
    await blue.advance(60);
    await blue.register(receiver.url);
    const payment = await blue.pay();
    await before.close();
    assert.deepEqual(
      (await readdir(dirname(db))).filter((name) => name.endsWith('.db')),
      ['sandbox.db', 'sandbox.namespace-blue.db'],
    );

    const after = createSandbox({ db, now: () => noon });
    t.after(() => after.close());
    after.start();
    await after.tick();
    assert.deepEqual(
      receiver.received.map(({ body }) => body.data.id),
      [payment.id],
    );
    const again = shopIn('blue', (request) => after.fetch(request));
    assert.equal((await again.paymentOf(payment.id)).status, 'paid');
    assert.equal((await again.createIntent()).created_at, '2026-05-15T12:01:00.000Z');
  });

  it('are found by a publishable key and by the address of a page, too', async (t) => {
    const db = temporary(t, 'sandbox.db');
    const before = createSandbox({ db });
    await shopIn('blue', (request) => before.fetch(request)).createIntent();
    await before.close();
    const after = createSandbox({ db });
    t.after(() => after.close());
    const page = await after.fetch(new Request('http://sandbox.test/namespaces/blue/'));
    assert.equal(page.status, 200);
  });
});

describe('sixteen workers on one sandbox', () => {
  const purchases = 13;
  /** What each worker wants of the service, against the others: faults on every second purchase, and a day of its own. */
  const wishes = ['none', '500', '429', 'drop-after', 'truncated', 'unknown-status', '401', 'html-403'];
  const day = 86_400;

  it(`make ${purchases} purchases each with faults and clocks that contradict each other, and none meets another’s`, async (t) => {
    const { sandbox, shop } = open(t, { now: Date.now, deliveryTimeout: 60_000 });
    const receiver = await openReceiver(t);
    const workers = wishes.concat(wishes).map((wish, index) => {
      const namespace = `worker-${index}`;
      return { wish, index, namespace, shop: shop(namespace), paid: [] as string[] };
    });

    async function work({ wish, index, namespace, paid, shop }: (typeof workers)[number]) {
      await shop.advance(index * day);
      await shop.register(receiver.url, { shared_secret: namespace });
      while (paid.length < purchases) {
        const isFaulty = wish !== 'none' && paid.length % 2 === 1;
        if (isFaulty) await shop.fault('fulfil', wish);
        const { client_secret: secret } = await shop.createIntent({ amount: 1000 + index });
        const id = crypto.randomUUID();
        const card = source(approvedAtOnce, { year: '2090' });
        const pay = () => shop.fulfil(secret, { source: card, given_id: id, metadata: { namespace } });
        const answer = await pay().catch(() => undefined);
        if (!isFaulty) assert.equal(answer?.status, 201, namespace);
        else if (/^(500|429|401|html-403)$/.test(wish)) {
          assert.equal(answer?.status, Number(wish.replace('html-', '')), namespace);
          assert.equal((await pay()).status, 201, namespace);
        } else assert.equal(answer?.body.status, wish === 'unknown-status' ? 'limbo' : undefined, namespace);
        paid.push(id);
      }
    }
    await Promise.all(workers.map(work));
    await sandbox.tick();

    const today = Date.now();
    const secrets = new Map(receiver.received.map(({ body }) => [body.data.id, body.secret_token]));
    assert.equal(receiver.received.length, workers.length * purchases);
    for (const { namespace, index, paid, shop } of workers) {
      const { payments } = (await shop.call('GET', '/v1/payments?per=100&status=paid')).body;
      assert.deepEqual(payments.map(({ id }: { id: string }) => id).reverse(), paid, namespace);
      for (const { id, amount, metadata, created_at: madeAt } of payments) {
        const daysAhead = Math.round((Date.parse(madeAt) - today) / day / 1000) + 0;
        assert.deepEqual([amount, metadata.namespace, daysAhead], [1000 + index, namespace, index]);
        assert.equal(secrets.get(id), namespace);
      }
    }
    assert.equal(await count(shop('sandbox')), 0);
  });
});
