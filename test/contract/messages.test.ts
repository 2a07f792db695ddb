import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { openReceiver } from '../receiver.js';
import { cards, conforms, openService } from './service.js';
import { causes, kinds } from './tables/events.js';
import { message } from './tables/resources.js';

const shop = await openService({ accountName: 'Lamp shop' });

const manual = { source: { manual: true } };
const wish = { payment: { metadata: { order: '7', note: '😀 <b>' } } };
const paid = (more: object = {}) => shop.payWith(cards.paid, { ...wish, ...more });
const challenged = (more: object = {}) => shop.payWith(cards.challenged, { ...wish, ...more });
const then = async (
  payment: Promise<{ id: string }>,
  ...moves: ReadonlyArray<readonly [string, object?]>
) => {
  const { id } = await payment;
  for (const [verb, body] of moves) await shop.move(id, verb, body);
};

const happenings: Record<keyof typeof causes, () => Promise<unknown>> = {
  'a payment at once': () => paid(),
  'a decline': () => shop.payWith(cards.declined, wish),
  'an authorisation': () => paid(manual),
  'a challenge that waits': () => challenged(),
  'a challenge that was passed': async () => shop.answer(await challenged(), 'authenticated'),
  'a challenge that was not passed': async () => shop.answer(await challenged(), 'rejected'),
  'a challenge that was passed, manually': async () => shop.answer(await challenged(manual), 'authenticated'),
  'a capture': () => then(paid(manual), ['capture']),
  'a capture in part': () => then(paid(manual), ['capture', { amount: 1 }]),
  'a refund': () => then(paid(), ['refund']),
  'two refunds in part': () => then(paid(), ['refund', { amount: 1 }], ['refund', { amount: 2 }]),
  'a refund of what was captured': () => then(paid(manual), ['capture'], ['refund']),
  'a void of a payment': () => then(paid(), ['void']),
  'a void of an authorisation': () => then(paid(manual), ['void']),
  'a move that is refused': () => then(shop.payWith(cards.declined, wish), ['refund'], ['capture'], ['void']),
};

/** A webhook whose receiver keeps what it is sent; gone with the test. */
async function listen(t: TestContext, more: object = {}) {
  const receiver = await openReceiver(t);
  const { id } = await shop.register({ url: receiver.url, shared_secret: 'shared 🔑', ...more });
  t.after(() => shop.call('DELETE', `/v1/webhooks/${id}`));
  return receiver;
}

/** Everything that is due has been sent when the clock answers. */
const sent = () => shop.advance(0);

describe('6: a message', () => {
  for (const [cause, types] of Object.entries(causes))
    test(`follows ${cause}: ${types.join(', ') || 'none'}`, async (t) => {
      const { received } = await listen(t);
      await happenings[cause as keyof typeof causes]();
      await sent();
      assert.deepEqual(received.map(({ body }) => body.type).sort(), [...types].sort());
      for (const { method, headers, body } of received) {
        assert.deepEqual([method, headers['content-type']], ['POST', 'application/json']);
        conforms(message, body);
        assert.deepEqual(
          [body.secret_token, body.account_name, body.live],
          ['shared 🔑', 'Lamp shop', false],
          'the registered secret, in the body',
        );
        assert.equal(body.type, `payment_${body.data.status}`, 'the payment as it was then');
        assert.deepEqual({ ...body.data.metadata }, { order: '7', note: '😀 <b>' });
      }
      assert.equal(new Set(received.map(({ body }) => body.id)).size, types.length);
      const last = received.find(({ body }) => body.type === types.at(-1))?.body.data;
      if (new Set(types).size === types.length && last)
        assert.deepEqual(await shop.retrieve(`payments/${last.id}`), last);
    });
});

describe('6: filters', () => {
  test('each kind reaches those who listen to it, to all by name, or to all', async (t) => {
    const lists: ReadonlyArray<readonly string[] | undefined> = [
      undefined,
      [],
      [...kinds],
      ...kinds.map((kind) => [kind]),
    ];
    const receivers = [];
    for (const events of lists) receivers.push(await listen(t, { events }));
    for (const happen of Object.values(happenings)) await happen();
    await sent();
    const all = Object.values(causes).flat().sort();
    for (const [index, { received }] of receivers.entries()) {
      const events: readonly string[] = lists[index]?.length ? lists[index] : kinds;
      assert.deepEqual(
        received.map(({ body }) => body.type).sort(),
        all.filter((type) => events.includes(type)),
        String(lists[index]),
      );
    }
    const [first, second] = receivers.map(({ received }) => received.map(({ body }) => body.id).sort());
    assert.deepEqual(first, second, 'one id, whoever receives it');
  });

  test('a webhook hears nothing of what was before it, and nothing once it is deleted', async (t) => {
    await paid();
    const receiver = await openReceiver(t);
    const { id } = await shop.register({ url: receiver.url });
    await sent();
    await shop.call('DELETE', `/v1/webhooks/${id}`);
    await paid();
    await sent();
    assert.equal(receiver.received.length, 0);
  });
});

describe('6: an invoice’s callback_url', () => {
  test('gets the invoice itself, once, when a payment has taken the money, and nothing before', async (t) => {
    const { url, received } = await openReceiver(t);
    const { id } = await shop.bill({ callback_url: url });
    const payment = { invoice_id: id };
    await shop.payWith(cards.declined, { payment });
    const authorized = await shop.payWith(cards.paid, { ...manual, payment });
    await sent();
    assert.equal(received.length, 0);
    await shop.move(authorized.id, 'capture');
    await sent();
    assert.equal(received.length, 1);
    await shop.payWith(cards.paid, { payment });
    await sent();
    assert.equal(received.length, 1);
    const [{ method, headers, body } = assert.fail()] = received;
    assert.deepEqual([method, headers['content-type']], ['POST', 'application/json']);
    assert.deepEqual(body, await shop.retrieve(`invoices/${id}`));
    assert.equal(body.status, 'paid');
  });
});
