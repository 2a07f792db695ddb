import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { secretKey } from '../../src/sandbox/index.js';
import { createPayClient } from '../../src/server/index.js';
import { approvedAtOnce, challenged } from '../server/payer.js';
import { declinedAtOnce, inAnHour, openProgram, orderClaims, sign } from './program.js';

/** A customer who has paid order `first` and kept the card. */
async function openSubscription(t: TestContext, card = approvedAtOnce) {
  const program = await openProgram(t);
  const { id, source } = await program.pay(sign(orderClaims({ sub: 'first' })), card, {}, true);
  if (source.transaction_url) await program.service.answer(source.transaction_url, 'authenticated');
  await program.operate('GET', '/orders/first');
  const charge = async (body: object, key: string | undefined = '2026-06', orderId = 'june') => {
    const response = await program.operate('POST', `/orders/${orderId}/charge`, body, {
      ...(key !== '' && { 'idempotency-key': key }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const client = createPayClient({ secretKey, baseUrl: program.service.baseUrl });
  const saved = String((await client.retrievePayment(id)).source?.token);
  return { ...program, first: id, saved, charge, order: sign(orderClaims({ sub: 'june', amount: 4500 })) };
}

describe('POST /orders/{id}/charge', () => {
  it('charges the card of an order that was paid, once for its key, and posts the verdict to the shop', async (t) => {
    const { charge, order, receiver, readOrder, first } = await openSubscription(t);
    const bodies = [];
    for (let times = 0; times < 2; times++) {
      const { status, body } = await charge({ card_of: 'first', order });
      assert.deepEqual([status, body['verdict'], body['amount']], [200, 'paid', 4500]);
      bodies.push(body);
    }
    assert.deepEqual(bodies[0], bodies[1]);
    assert.notEqual(bodies[0]!['payment_id'], first);
    assert.deepEqual(
      (await receiver.until(2)).map(({ body }) => [body.type, body.data.order_id]),
      [
        ['order.paid', 'first'],
        ['order.paid', 'june'],
      ],
    );
    assert.deepEqual((await charge({ card_of: 'first', order }, 'again')).body['type'], 'order_paid');
    assert.equal((await readOrder('june'))['verdict'], 'paid');
  });

  it('returns the result to a repeat whose order token has expired, or whose card is no longer shown', async (t) => {
    const { charge, order } = await openSubscription(t);
    const { body } = await charge({ card_of: 'first', order });
    const expired = sign(orderClaims({ sub: 'june', amount: 4500, exp: inAnHour() - 7200 }));
    assert.deepEqual(await charge({ card_of: 'first', order: expired }), { status: 200, body });
    assert.deepEqual(await charge({ card_of: 'none', order }), { status: 200, body });
  });

  it('refuses a key that was used for another card or amount', async (t) => {
    const { charge, order, saved, operate } = await openSubscription(t);
    await charge({ card_of: 'first', order });
    const other = await charge({ token: 'token_other', order });
    assert.deepEqual([other.status, other.body['type']], [409, 'key_used']);
    assert.equal((await charge({ token: saved, order })).body['verdict'], 'paid');
    const refund = (amount: number) =>
      operate('POST', '/orders/june/refund', { amount }, { 'idempotency-key': 'a' });
    assert.equal((await refund(100)).status, 200);
    const again = await refund(200);
    assert.deepEqual([again.status, ((await again.json()) as { type: string }).type], [409, 'key_used']);
  });

  it('takes a card from an order that was paid, also if it was refunded since, and never from a declined payment', async (t) => {
    const { charge, order, operate, pay } = await openSubscription(t);
    await pay(sign(orderClaims({ sub: 'declined' })), declinedAtOnce, {}, true);
    await operate('GET', '/orders/declined');
    assert.equal((await charge({ card_of: 'declined', order })).body['type'], 'no_saved_card');
    await operate('POST', '/orders/first/refund', {}, { 'idempotency-key': 'a' });
    assert.equal((await charge({ card_of: 'first', order }, 'b')).body['verdict'], 'paid');
  });

  it('says that the bank asks for the customer, who pays the order in the page', async (t) => {
    const { charge, order, control, call } = await openSubscription(t, challenged);
    await control('decisions', { activeToken: 'challenge' });
    const { body } = await charge({ card_of: 'first', order });
    assert.deepEqual([body['verdict'], body['needs_payer']], ['open', true]);
    const conflict = await (await call('POST', `/checkout/${order}/intent`)).json();
    assert.equal((conflict as { type: string }).type, 'payment_open');
  });

  it('refuses what it cannot charge, and charges nothing', async (t) => {
    const { charge, order, lines, saved } = await openSubscription(t);
    const bodies: unknown[] = [];
    const wrong: [status: number, type: string, body: object, key?: string, orderId?: string][] = [
      [400, 'invalid_request', { card_of: 'first', order }, ''],
      [400, 'invalid_request', { order }],
      [400, 'invalid_request', { card_of: 'first', token: 'token_a', order }],
      [400, 'invalid_request', { card_of: 'first', order, amount: 5 }],
      [400, 'invalid_request', { token: '4111111111111111', order }],
      [400, 'invalid_request', { card_of: 'first', order, descriptor: '!' }],
      [401, 'invalid_token', { card_of: 'first', order }, 'a', 'july'],
      [
        410,
        'token_expired',
        { card_of: 'first', order: sign(orderClaims({ sub: 'june', exp: inAnHour() - 7200 })) },
      ],
      [404, 'order_not_found', { card_of: 'first' }, 'a', 'august'],
      [409, 'no_saved_card', { card_of: 'none', order }],
      [409, 'refused', { token: 'token_unknown', order }],
    ];
    for (const [status, type, body, key, orderId] of wrong) {
      const answer = await charge(body, key, orderId);
      assert.deepEqual([answer.status, answer.body['type']], [status, type], JSON.stringify(body));
      bodies.push(answer.body);
    }
    const { body } = await charge({ card_of: 'first', order }, 'b');
    assert.equal(body['verdict'], 'paid');
    assert.ok(saved.startsWith('token_'));
    for (const text of [lines.join('\n'), JSON.stringify([...bodies, body])])
      assert.ok(!text.includes(saved), 'the saved card is a credential');
  });
});
