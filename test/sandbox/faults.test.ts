import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { publishableKey } from '../../src/sandbox/index.js';
import { type FaultRoute, faultRoutes, faultsOf } from '../../src/sandbox/faults/faults.js';
import { approvedAtOnce, openShop, refusedFor, source } from './shop.js';

const id = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';

/** One request for each name of a route, twice where two addresses have the same name. */
const requests: ReadonlyArray<readonly [FaultRoute, string, string]> = [
  ['create-intent', 'POST', '/payment_intents'],
  ['read-intent', 'GET', `/payment_intents/${id}`],
  ['cancel-intent', 'POST', `/payment_intents/${id}/cancel`],
  ['fulfil', 'POST', `/payment_intents/${id}/fulfill`],
  ['fulfil', 'POST', '/payments'],
  ['list-payments', 'GET', '/payments'],
  ['status', 'GET', `/payments/${id}`],
  ['update-payment', 'PUT', `/payments/${id}`],
  ['find-coupon', 'POST', '/payments/available_coupon'],
  ['apple-session', 'POST', '/applepay/initiate'],
  ['send-code', 'POST', `/stc_pays/${id}/proceed`],
  ['capture', 'POST', `/payments/${id}/capture`],
  ['refund', 'POST', `/payments/${id}/refund`],
  ['void', 'POST', `/payments/${id}/void`],
  ['save-card', 'POST', '/tokens'],
  ['read-card', 'GET', '/tokens/token_x'],
  ['delete-card', 'DELETE', '/tokens/token_x'],
  ['create-invoice', 'POST', '/invoices'],
  ['create-invoice', 'POST', '/invoices/bulk'],
  ['list-invoices', 'GET', '/invoices'],
  ['read-invoice', 'GET', `/invoices/${id}`],
  ['update-invoice', 'PUT', `/invoices/${id}`],
  ['cancel-invoice', 'POST', `/invoices/${id}/cancel`],
  ['cancel-invoice', 'PUT', `/invoices/${id}/cancel`],
  ['create-webhook', 'POST', '/webhooks'],
  ['list-webhooks', 'GET', '/webhooks'],
  ['list-events', 'GET', '/webhooks/available_events'],
  ['list-attempts', 'GET', '/webhooks/attempts'],
  ['list-attempts', 'GET', `/webhooks/${id}/attempts`],
  ['read-attempt', 'GET', `/webhooks/attempts/${id}`],
  ['read-webhook', 'GET', `/webhooks/${id}`],
  ['update-webhook', 'PUT', `/webhooks/${id}`],
  ['delete-webhook', 'DELETE', `/webhooks/${id}`],
];

describe('a fault of the route', () => {
  for (const [route, method, path] of requests)
    it(`${route} is played by ${method} ${path.replace(id, '{id}')}, once, and by no other route`, async () => {
      const { call, fault } = openShop();
      await fault(route, '503');
      const other = route === 'list-webhooks' ? '/v1/payments' : '/v1/webhooks';
      assert.equal((await call('GET', other)).status, 200);
      const send = () => call(method, `/v1${path}`, method === 'GET' ? {} : { body: {} });
      assert.equal((await send()).status, 503);
      assert.notEqual((await send()).status, 503);
    });

  it('any is played by whichever request comes next, as often as is said, in their order', async () => {
    const { call, fault } = openShop();
    await fault('any', '500', { times: 2 });
    await fault('any', '429');
    const statuses = [];
    for (const path of ['/v1/invoices', '/v1/webhooks', '/v1/payments', '/v1/payments'])
      statuses.push((await call('GET', path)).status);
    assert.deepEqual(statuses, [500, 500, 429, 200]);
  });

  it('is taken back with all that are still to be played, and nothing else of the namespace is', async () => {
    const { call, fault } = openShop();
    const { body: intent } = await call('POST', '/v1/payment_intents', { body: { amount: 100 } });
    await fault('read-intent', '500', { times: 2 });
    assert.equal((await call('GET', `/v1/payment_intents/${intent.id}`)).status, 500);
    assert.equal((await call('DELETE', '/sandbox/faults', { key: null })).status, 204);
    assert.equal((await call('GET', `/v1/payment_intents/${intent.id}`)).status, 200);
  });

  it('is in the table above, with every name', () => {
    const named = new Set(requests.map(([route]) => route));
    assert.deepEqual(
      faultRoutes.filter((route) => !named.has(route)),
      ['any', 'delivery'],
    );
  });

  it('drops the connection or halves the answer of a list and of a deletion too', async () => {
    const shop = openShop();
    for (const fault of ['drop-before', 'drop-after']) {
      await shop.fault('list-payments', fault);
      await assert.rejects(shop.call('GET', '/v1/payments'), TypeError);
    }
    await shop.fault('list-payments', 'truncated');
    await assert.rejects(shop.call('GET', '/v1/payments'), SyntaxError);
    const hook = await shop.register('https://shop.example/');
    await shop.fault('delete-webhook', 'truncated');
    await assert.rejects(shop.call('DELETE', `/v1/webhooks/${hook.id}`), SyntaxError);
  });
});

describe('a fault at fulfilling', () => {
  const refusals = {
    '401': 'authentication_error',
    '405': 'account_inactive_error',
    '429': 'rate_limit_error',
    '500': 'api_error',
    '503': 'api_error',
    'html-403': undefined,
  } as const;
  for (const [fault, type] of Object.entries(refusals))
    it(`${fault} answers ${type ?? 'HTML'} and does nothing`, async () => {
      const shop = openShop();
      const intent = await shop.createIntent();
      await shop.fault('fulfil', fault);
      const { status, body, headers } = await shop.fulfil(intent.client_secret);
      assert.deepEqual([status, body.type], [Number(fault.replace('html-', '')), type]);
      assert.match(headers.get('content-type') ?? '', type ? /json/ : /html/);
      assert.equal((await shop.fulfil(intent.client_secret)).status, 201);
    });

  const spoilt = {
    'unknown-status': ['limbo', /^http:\/\/sandbox\.test\/v1\/card_auth\//],
    'no-transaction-url': ['initiated', /^undefined$/],
    'bad-transaction-url': ['initiated', /^javascript:/],
  } as const;
  for (const [fault, [status, address]] of Object.entries(spoilt))
    it(`${fault} spoils the answer, not the payment, and at a read likewise`, async () => {
      const shop = openShop();
      const intent = await shop.createIntent();
      await shop.fault('fulfil', fault);
      const { status: code, body } = await shop.fulfil(intent.client_secret);
      await shop.fault('status', fault);
      for (const answered of [body, await shop.paymentOf(body.id)]) {
        assert.deepEqual([code, answered.status], [201, status]);
        assert.match(String(answered.source.transaction_url), address);
      }
      const kept = await shop.paymentOf(body.id);
      assert.equal(kept.status, 'initiated');
      assert.match(kept.source.transaction_url, /^http:\/\/sandbox\.test\/v1\/card_auth\//);
    });

  it('leaves a refusal as it is', async () => {
    const shop = openShop();
    await shop.fault('fulfil', 'truncated');
    assert.equal((await shop.fulfil('pi_secret_unknown')).body.type, 'authentication_error');
  });

  it('that is not possible there is refused with the names of those that are', async () => {
    const { body } = await openShop().fault('delivery', '500');
    assert.match(body.message, new RegExp(faultsOf('delivery').join(', ')));
  });
});

describe('the header X-Sandbox-Fault', () => {
  const asking = (fault: string) => ({ headers: { 'x-sandbox-fault': fault } });

  it('asks for a fault of this request alone, before those that are queued', async () => {
    const { call, fault } = openShop();
    await fault('list-payments', '429');
    assert.equal((await call('GET', '/v1/payments', asking('503'))).status, 503);
    assert.equal((await call('GET', '/v1/payments')).status, 429);
    assert.equal((await call('GET', '/v1/payments')).status, 200);
  });

  it('takes the milliseconds of a delay', async () => {
    const { call } = openShop();
    const began = performance.now();
    assert.equal((await call('GET', '/v1/payments', asking('delay 120'))).status, 200);
    assert.ok(performance.now() - began >= 119);
  });

  it('delays a refusal for a missing key as long as an answer', async () => {
    const { call, fault } = openShop();
    await fault('list-payments', 'delay', { ms: 120 });
    const began = performance.now();
    assert.equal((await call('GET', '/v1/payments', { key: null })).status, 401);
    assert.ok(performance.now() - began >= 119);
  });

  const wrong = {
    'an unknown fault': ['GET', '/v1/payments', '418'],
    'a fault that the route cannot have': ['GET', '/v1/payments', 'unknown-status'],
    'a delivery’s fault where no message follows': ['GET', '/v1/payments', 'delivery lose'],
    'an unknown fault of a delivery': ['POST', '/v1/payments', 'delivery 500'],
  } as const;
  for (const [name, [method, path, fault]] of Object.entries(wrong))
    it(`is refused with ${name}`, async () => {
      const { status, body } = await openShop().call(method, path, asking(fault));
      assert.equal(status, 400);
      assert.match(body.message, /^X-Sandbox-Fault: /);
    });
});

describe('a card whose holder is named', () => {
  const named = (name: string) => ({ source: source(approvedAtOnce, { name }) });

  it('Fault 503 has this fault at every payment', async () => {
    const { createIntent, fulfil } = openShop();
    const intent = await createIntent();
    for (let times = 0; times < 2; times += 1)
      assert.equal((await fulfil(intent.client_secret, named('Fault 503'))).status, 503);
    assert.equal((await fulfil(intent.client_secret, named('Noura'))).status, 201);
  });

  it('FAULT DROP-AFTER is paid, and the answer is lost', async () => {
    const { createIntent, fulfil, paymentOf } = openShop();
    const intent = await createIntent();
    const payment = { ...named('FAULT DROP-AFTER'), given_id: id };
    await assert.rejects(fulfil(intent.client_secret, payment), TypeError);
    assert.equal((await paymentOf(id)).status, 'paid');
  });

  it('Fault 500 cannot be saved', async () => {
    const body = { ...source(approvedAtOnce, { name: 'Fault 500' }), callback_url: 'https://shop.example/' };
    const { status } = await openShop().call('POST', '/v1/tokens', { key: publishableKey, body });
    assert.equal(status, 500);
  });

  it('Fault anything-else is refused by the name of its field, and uses no intent up', async () => {
    const { createIntent, fulfil } = openShop();
    const intent = await createIntent();
    refusedFor(await fulfil(intent.client_secret, named('Fault drp-after')), 'source.name');
    assert.equal((await fulfil(intent.client_secret, named('Faultless'))).status, 201);
  });
});
