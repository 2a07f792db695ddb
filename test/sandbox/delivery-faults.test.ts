import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { listen } from '../listen.js';
import { openReceiver, status } from '../receiver.js';
import { approvedAtOnce, openShop, source } from './shop.js';

/** A shop with a webhook, and the ids of the payments that its receiver has received messages about. */
async function openListening(t: TestContext, options: object = {}) {
  const shop = openShop(options);
  t.after(() => shop.sandbox.close());
  const receiver = await openReceiver(t);
  await shop.register(receiver.url);
  const ids = () => receiver.received.map(({ body }) => body.data.id as string);
  const deliveries = async () => (await shop.call('GET', '/sandbox/deliveries', { key: null })).body;
  return { ...shop, receiver, ids, deliveries, tick: () => shop.sandbox.tick() };
}

describe('the fault of a delivery', () => {
  it('duplicate sends the same message twice', async (t) => {
    const { fault, pay, tick, receiver } = await openListening(t);
    await fault('delivery', 'duplicate');
    await pay();
    await tick();
    const [first, second, ...more] = receiver.received.map(({ body }) => body);
    assert.deepEqual([first, more], [second, []]);
  });

  it('reorder sends a message after the next one to the same receiver', async (t) => {
    const { fault, pay, tick, ids } = await openListening(t);
    await fault('delivery', 'reorder');
    const held = await pay();
    await tick();
    assert.deepEqual(ids(), []);
    const next = await pay();
    await tick();
    assert.deepEqual(ids(), [next.id, held.id]);
  });

  it('reorder holds a message no longer than a minute', async (t) => {
    const { fault, pay, advance, ids } = await openListening(t);
    await fault('delivery', 'reorder');
    const held = await pay();
    await advance(59);
    assert.deepEqual(ids(), []);
    await advance(1);
    assert.deepEqual(ids(), [held.id]);
  });

  it('delay sends it later by the sandbox’s clock', async (t) => {
    const { fault, pay, advance, ids } = await openListening(t);
    await fault('delivery', 'delay', { ms: 30_000 });
    const { id } = await pay();
    await advance(29);
    assert.deepEqual(ids(), []);
    await advance(1);
    assert.deepEqual(ids(), [id]);
  });

  it('lose never sends it, and says so', async (t) => {
    const { fault, pay, advance, ids, deliveries } = await openListening(t);
    await fault('delivery', 'lose');
    await pay();
    await advance(86_400);
    assert.deepEqual(ids(), []);
    const [delivery] = await deliveries();
    assert.equal(delivery.status, 'given_up');
    assert.deepEqual(
      delivery.attempts.map(({ result, message }: { result: string; message: string }) => [result, message]),
      [['failed', 'lost on its way, by a fault']],
    );
  });

  it('wrong-secret sends another secret; when it is refused, the next attempt has the right one', async (t) => {
    const { fault, pay, advance, tick, receiver } = await openListening(t);
    await fault('delivery', 'wrong-secret');
    receiver.state.answer = status(400);
    await pay();
    await tick();
    receiver.state.answer = status(204);
    await advance(60);
    const secrets = receiver.received.map(({ body }) => body.secret_token as string);
    assert.match(secrets[0]!, /^wrong-/);
    assert.deepEqual(secrets.slice(1), ['hush-hush']);
  });

  /** A receiver that says what has arrived of a body when its first bytes do. */
  async function openFirstBytes(t: TestContext) {
    let begin: (text: string) => void = () => undefined;
    const begun = new Promise<string>((resolve) => (begin = resolve));
    const url = await listen(t, (request) => {
      request.once('data', (part: Buffer) => begin(part.toString()));
    });
    return { url, begun };
  }

  it('slow sends half of the body, and the other half only later', async (t) => {
    const { call, fault, pay, tick, sandbox } = await openListening(t);
    const { url, begun } = await openFirstBytes(t);
    const { body: hooks } = await call('GET', '/v1/webhooks');
    await call('PUT', `/v1/webhooks/${hooks.webhooks[0].id}`, { body: { url } });
    await fault('delivery', 'slow', { ms: 600_000 });
    await pay();
    const sent = tick();
    const half = await begun;
    assert.match(half, /^\{"id":"/);
    assert.throws(() => JSON.parse(half), SyntaxError);
    await sandbox.close();
    await sent;
  });

  it('slow sends the whole body in the end', async (t) => {
    const { fault, pay, tick, ids } = await openListening(t);
    await fault('delivery', 'slow', { ms: 1 });
    const { id } = await pay();
    await tick();
    assert.deepEqual(ids(), [id]);
  });

  it('is taken by one delivery each, in the order in which messages are queued', async (t) => {
    const { fault, pay, tick, ids } = await openListening(t);
    await fault('delivery', 'lose', { times: 2 });
    await pay();
    await pay();
    const third = await pay();
    await tick();
    assert.deepEqual(ids(), [third.id]);
  });
});

describe('a payment asks for the fault of its next message', () => {
  it('by the header of its request', async (t) => {
    const { createIntent, call, tick, ids, receiver } = await openListening(t);
    const { client_secret: secret } = await createIntent();
    const { body: payment } = await call('POST', '/v1/payments', {
      key: 'pk_test_sandbox',
      headers: { 'x-sandbox-fault': 'delivery duplicate' },
      body: { client_secret: secret, source: source(approvedAtOnce) },
    });
    await tick();
    assert.deepEqual(ids(), [payment.id, payment.id]);
    await call('POST', `/v1/payments/${payment.id}/refund`);
    await tick();
    assert.deepEqual(
      receiver.received.map(({ body }) => body.type),
      ['payment_paid', 'payment_paid', 'payment_refunded'],
    );
  });

  it('by its card, also when the bank is asked first', async (t) => {
    const { createIntent, fulfil, answer, tick, ids } = await openListening(t);
    const { client_secret: secret } = await createIntent();
    const { body: payment } = await fulfil(secret, {
      source: source(undefined, { name: 'Fault delivery lose' }),
    });
    await answer(payment, 'authenticated');
    await tick();
    assert.deepEqual(ids(), []);
  });

  it('by the header of a refund', async (t) => {
    const { pay, call, tick, receiver } = await openListening(t);
    const { id } = await pay();
    const refund = (body: object, headers = {}) =>
      call('POST', `/v1/payments/${id}/refund`, { body, headers });
    const losing = { 'x-sandbox-fault': 'delivery lose' };
    assert.equal((await refund({ amount: 1_000_000 }, losing)).status, 400);
    assert.equal((await refund({ amount: 100 })).status, 200);
    assert.equal((await refund({ amount: 200 }, losing)).status, 200);
    await tick();
    assert.deepEqual(
      receiver.received.map(({ body }) => [body.type, body.data.refunded]),
      [
        ['payment_paid', 0],
        ['payment_refunded', 100],
      ],
      'a refused refund leaves no fault behind',
    );
  });
});
