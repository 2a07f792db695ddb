import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  createPayClient,
  PayError,
  type Checkout,
  type CheckoutOptions,
  type PayClient,
} from '../../src/server/index.js';
import { createDying, isDoneAt, isPlannedAt, places } from './dying.js';
import { approvedAtOnce, challenged, poor } from './payer.js';
import { openCheckout, order8, withoutDate } from './checkout-shop.js';

const key = '2026-05 #1';

/** A customer who has paid order 8 and kept the card, and order 7, which is to be charged now. */
async function openRenewal(
  t: TestContext,
  { card = approvedAtOnce, ...options }: Parameters<typeof openCheckout>[1] & { card?: string } = {},
) {
  const events: string[] = [];
  let counted: PayClient | undefined;
  const shop = await openCheckout(t, {
    onEvent: ({ what }) => void events.push(what),
    around: (client) => (counted = client),
    ...options,
  });
  const first = await shop.intent(undefined, order8.id);
  const { id, source } = await shop.service.pay({
    ...{ secret: first.client_secret, card, save: true, more: { given_id: first.payment_id } },
  });
  if (source.transaction_url) await shop.service.answer(source.transaction_url, 'authenticated');
  await shop.checkout().settle(id);
  await shop.sweep();
  const token = String((await shop.client.retrievePayment(id)).source?.token);
  for (const list of [events, shop.calls, shop.settled, shop.errors]) list.splice(0);
  const charge = (checkout: Checkout = shop.checkout(), more: { key?: string; token?: string } = {}) =>
    checkout.charge('7', { token, key, ...more });
  /** The payments of order 7, as the service shows them. */
  const made = async () =>
    (await shop.client.listPayments()).payments.filter(({ callback_url }) =>
      String(callback_url).endsWith('pay_order=7'),
    );
  return {
    ...{ ...shop, token, events, counted: counted as PayClient, charge, made },
    /** The payments that the service has been asked to make. */
    sent: () => shop.calls.filter((call) => call === 'POST payments').length,
    madeIds: async () => (await made()).map((payment) => payment.id),
  };
}
type Renewal = Awaited<ReturnType<typeof openRenewal>>;

/** One charge, told once, and the same answer for whoever asks again. */
async function assertChargedOnce(shop: Renewal) {
  const made = await shop.made();
  assert.deepEqual(
    made.map(({ status, amount }) => [status, amount]),
    [['paid', 10_000]],
  );
  const again = await shop.charge(shop.open());
  assert.deepEqual([again.verdict, again.payment.id], ['paid', made[0]!.id]);
  await assert.rejects(shop.charge(shop.open(), { key: 'another' }), { type: 'order_paid' });
  assert.equal(await shop.answer(), 'order_paid');
  await shop.wait(86_400);
  await shop.sweep();
  assert.equal((await shop.made()).length, 1);
  assert.deepEqual(shop.verdicts(), ['paid']);
  assert.deepEqual(shop.records.open(), []);
  assert.ok(!(await shop.store.load('7'))!.record.includes(shop.token), 'the token is not kept');
}

for (const givenId of ['taken', 'ignored'] as const)
  describe(`a charge of which the process dies, at a service by which the given id is ${givenId},`, () => {
    for (const place of places)
      for (const who of ['its caller, who asks again,', 'the sweep'] as const)
        it(`${place} is made once: ${who} ends it`, async (t) => {
          const shop = await openRenewal(t);
          await shop.control('decisions', { givenId });
          const { options, stopped } = createDying(shop, shop.counted, 'createPayment', place);
          void shop.charge(shop.open(options)).catch(() => undefined);
          await stopped;
          if (who === 'the sweep') {
            for (const seconds of [0, 400]) {
              await shop.wait(seconds);
              shop.restart();
              await shop.sweep();
            }
            assert.equal((await shop.made()).length, isPlannedAt(place) ? 1 : 0);
          } else if (isPlannedAt(place)) {
            const { verdict } = await shop.charge(shop.open());
            const isSeen = place === 'when its outcome is saved' || (isDoneAt(place) && givenId === 'taken');
            assert.equal(verdict, isSeen ? 'paid' : 'open');
            assert.equal((await shop.made()).length, isDoneAt(place) ? 1 : 0);
            await shop.wait(400);
          }
          await shop.charge(shop.open());
          assert.equal(shop.sent(), 1);
          await assertChargedOnce(shop);
        });
  });

const noAnswer = () => Promise.reject(new PayError('network', 'The service gave no answer.'));
const refusal = (status: number) => Promise.reject(new PayError('api', 'Not now.', { status }));

/** A client whose requests to make a payment end otherwise. */
const answering = (shop: Renewal, createPayment: PayClient['createPayment']): Partial<CheckoutOptions> => ({
  client: { ...shop.counted, createPayment },
});

const challengeOf = async (shop: Renewal) => (await shop.made())[0]!.source?.transaction_url as string;

describe('two charges at once', () => {
  it('by one key in two processes are one charge', async (t) => {
    const shop = await openRenewal(t);
    const verdicts = await Promise.all([shop.charge(shop.open()), shop.charge(shop.open())]);
    assert.ok(verdicts.some(({ verdict }) => verdict === 'paid'));
    await assertChargedOnce(shop);
  });

  it('by two keys in two processes are one charge: the other one is refused', async (t) => {
    const shop = await openRenewal(t);
    const results = await Promise.allSettled([key, 'b'].map((key) => shop.charge(shop.open(), { key })));
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as PayError).type] : [],
    );
    assert.equal(refused.length, 1);
    assert.match(String(refused), /^(payment_open|order_paid)$/);
    assert.equal((await shop.made()).length, 1);
    assert.deepEqual(shop.verdicts(), ['paid']);
  });
});

describe('a charge of an order that the payer', () => {
  it('is paying now is refused, and the payment of the payer counts', async (t) => {
    const shop = await openRenewal(t);
    const intent = await shop.intent();
    await assert.rejects(shop.charge(), { type: 'payment_open', retryable: true, message: /under way/ });
    const { id } = await shop.pay(intent);
    // The reads lag: what the page has made is not shown yet.
    shop.shown.payments = () => undefined;
    shop.shown.payment_intents = (body) => ({ ...body, status: 'created', fulfilled_at: null });
    await assert.rejects(shop.charge(), { type: 'payment_open' });
    shop.shown.payments = shop.shown.payment_intents = undefined;
    await assert.rejects(shop.charge(), { type: 'order_paid' });
    assert.deepEqual(await shop.madeIds(), [id]);
    assert.deepEqual(shop.verdicts(), ['paid']);
  });

  for (const isUsed of [false, true])
    it(`looked at a while ago ${isUsed ? 'is refused if the page has paid unseen' : 'takes the intent of the page out of use'}`, async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      const shop = await openRenewal(t);
      const intent = await shop.intent();
      t.mock.timers.setTime(Date.now() + 360_000);
      if (isUsed) {
        await shop.pay(intent);
        shop.shown.payments = () => undefined;
        await assert.rejects(shop.charge(), { type: 'payment_open' });
        shop.shown.payments = undefined;
        await assert.rejects(shop.charge(), { type: 'order_paid' });
      } else {
        assert.equal((await shop.charge()).verdict, 'paid');
        assert.equal((await shop.client.retrievePaymentIntent(intent.id)).status, 'canceled');
      }
      assert.equal((await shop.made()).filter(({ status }) => status === 'paid').length, 1);
      assert.deepEqual(shop.verdicts(), ['paid']);
    });

  it('gave up for another way, and that waits at the bank, is refused', async (t) => {
    const shop = await openRenewal(t);
    const { id } = await shop.pay(await shop.intent(), challenged);
    await shop.intent({ instead_of: id });
    await assert.rejects(shop.charge(), { type: 'payment_open' });
    assert.equal(shop.sent(), 0);
  });

  it('opens while the charge is under way answers `payment_open`, and cannot be paid another way', async (t) => {
    const shop = await openRenewal(t);
    assert.equal((await shop.charge(shop.open(answering(shop, noAnswer)))).verdict, 'open');
    const { type, payment } = await shop.conflict();
    assert.deepEqual([type, payment?.status], ['payment_open', 'unknown']);
    assert.equal(await shop.answer({ instead_of: payment!.id }), 'payment_open');
    await shop.wait(400);
    await shop.sweep();
    await assertChargedOnce(shop);
  });

  it('wanted to pay another way before it was shown keeps the order closed when it waits for the payer', async (t) => {
    const shop = await openRenewal(t, { card: challenged });
    await shop.control('decisions', { activeToken: 'challenge' });
    shop.shown.payments = () => undefined;
    const lost = answering(shop, async (body) => (await shop.counted.createPayment(body), noAnswer()));
    const { payment } = await shop.charge(shop.open(lost));
    assert.equal(await shop.answer({ instead_of: payment.id }), 'payment_open');
    shop.shown.payments = undefined;
    assert.equal(await shop.answer(), 'payment_open');
    assert.equal(await shop.answer({ instead_of: payment.id }), '201');
  });
});

describe('a charge', () => {
  for (const id of ['renewal', ' Renewal', 'Renewal ', 'Re\u0301newal'])
    it(`of ${JSON.stringify(id)} is refused where the database of the shop takes that for an order that has another id`, async (t) => {
      const fold = (text: string) =>
        text
          .normalize('NFD')
          .replace(/[\s\u0301]/g, '')
          .toLowerCase();
      const shop = await openRenewal(t, {
        aroundOrders: (orders) => ({
          find: orders.find,
          get: async (asked) =>
            fold(asked) === 'renewal' ? { ...order8, id: 'Renewal' } : orders.get(asked),
        }),
      });
      const terms = { token: shop.token, key };
      assert.equal((await shop.checkout().charge('Renewal', terms)).verdict, 'paid');
      await assert.rejects(shop.checkout().charge(id, terms), /charge: `orderId` is unknown/);
      await assert.rejects(shop.checkout().refund(id, { key }), /refund: `orderId` has no payment/);
      assert.equal(shop.sent(), 1);
      assert.match(String(shop.errors), /`orders.get` returned order "Renewal" for the id /);
    });

  it('carries the order, the descriptor and no coupon, and settles by the webhook too', async (t) => {
    const shop = await openRenewal(t);
    shop.list[0] = { ...shop.list[0]!, metadata: { plan: 'monthly' }, description: 'May' };
    const bodies: unknown[] = [];
    const checkout = shop.open(
      answering(shop, (body) => (bodies.push(body), shop.counted.createPayment(body))),
    );
    const { payment, verdict } = await checkout.charge('7', {
      token: shop.token,
      key,
      descriptor: 'Cups May',
    });
    assert.equal(verdict, 'paid');
    assert.deepEqual(bodies, [
      {
        ...{ amount: 10_000, currency: 'SAR', given_id: payment.id, description: 'May' },
        callback_url: 'https://shop.example/back?lang=en&pay_order=7',
        source: { type: 'token', token: shop.token, statement_descriptor: 'Cups May' },
        ...{ apply_coupon: false, metadata: { plan: 'monthly', pay_charge: payment.id } },
      },
    ]);
    assert.equal((await shop.deliver({ id: payment.id })).status, 204);
    assert.equal((await (await shop.status(payment.id)).json()).status, 'paid');
    assert.deepEqual(shop.verdicts(), ['paid']);
    assert.deepEqual(shop.events.slice(0, 3), ['charge-requested', 'payment-judged', 'charge-done']);
  });

  it('of an order that is captured later is `authorized`, and can be captured', async (t) => {
    const shop = await openRenewal(t);
    shop.list[0] = { ...shop.list[0]!, manual: true };
    assert.equal((await shop.charge()).verdict, 'authorized');
    assert.equal((await shop.checkout().capture('7')).captured, 10_000);
    assert.deepEqual(shop.verdicts(), ['authorized', 'paid']);
  });

  it('that was refunded leaves the order open, and another key charges again', async (t) => {
    const shop = await openRenewal(t);
    await shop.charge();
    await shop.checkout().refund('7', { key: 'back' });
    assert.equal((await shop.charge()).verdict, 'reversed');
    assert.equal((await shop.charge(undefined, { key: 'b' })).verdict, 'paid');
    assert.deepEqual(shop.verdicts(), ['paid', 'reversed', 'paid']);
  });

  it('that the bank declines is `failed`, once for its key; another key charges again, or the page', async (t) => {
    const declining = await openRenewal(t, { card: poor });
    for (let times = 0; times < 2; times++) {
      const { verdict, payment } = await declining.charge();
      assert.deepEqual([verdict, payment.source?.response_code], ['failed', '51']);
    }
    assert.deepEqual([declining.sent(), declining.verdicts()], [1, ['failed']]);
    await declining.charge(undefined, { key: 'in three days' });
    assert.equal(declining.sent(), 2);
    await declining.checkout().settle((await declining.pay(await declining.intent())).id);
    assert.deepEqual(declining.verdicts(), ['failed', 'failed', 'paid']);
  });

  it('that the bank wants to ask the payer about is `open` with `needsPayer`, and the page goes on with it', async (t) => {
    const shop = await openRenewal(t, { card: challenged });
    await shop.control('decisions', { activeToken: 'challenge' });
    const settlement = await shop.charge();
    assert.deepEqual([settlement.verdict, settlement.needsPayer], ['open', true]);
    const { type, payment } = await shop.conflict();
    assert.deepEqual([type, payment?.source?.transaction_url], ['payment_open', await challengeOf(shop)]);
    await shop.service.answer(await challengeOf(shop), 'authenticated');
    await assertChargedOnce(shop);
  });

  it('that waits for the payer can be paid another way in the page; what is approved then as well is a duplicate', async (t) => {
    const shop = await openRenewal(t, { card: challenged });
    await shop.control('decisions', { activeToken: 'challenge' });
    const { payment } = await shop.charge();
    const paid = await shop.pay(await shop.intent({ instead_of: payment.id }));
    await shop.checkout().settle(paid.id);
    await shop.service.answer(String(payment.source?.transaction_url), 'authenticated');
    await shop.sweep();
    assert.deepEqual(shop.verdicts().sort(), ['duplicate', 'paid']);
  });

  it('of a card that the service refuses is refused by its key for ever, and the page can pay', async (t) => {
    const shop = await openRenewal(t);
    await shop.client.deleteToken(shop.token);
    for (let times = 0; times < 2; times++)
      await assert.rejects(shop.charge(), (error: PayError) => {
        assert.deepEqual([error.type, error.status], ['refused', 400]);
        assert.match(error.message, /^The charge was refused: .*\. To try again, use another key/);
        assert.ok(!error.message.includes(shop.token));
        return true;
      });
    assert.deepEqual([shop.sent(), (await shop.made()).length], [1, 0]);
    assert.ok(!(await shop.store.load('7'))!.record.includes(shop.token));
    assert.equal(await shop.answer(), '201');
  });

  it('that was refused has no payment, so the newest payment stays the one of the page', async (t) => {
    const shop = await openRenewal(t);
    const { id, source } = await shop.pay(await shop.intent(), poor);
    await shop.service.answer(String(source.transaction_url), 'authenticated');
    await shop.client.deleteToken(shop.token);
    await assert.rejects(shop.charge(), { type: 'refused' });
    const newest = (await (await shop.status('')).json()) as { id: string; status: string };
    assert.deepEqual([newest.id, newest.status], [id, 'failed']);
  });

  it('whose caller has died is refused by the sweep, which reports it', async (t) => {
    const shop = await openRenewal(t);
    await shop.charge(shop.open(answering(shop, noAnswer)));
    await shop.client.deleteToken(shop.token);
    await shop.wait(400);
    await shop.sweep();
    assert.match(String(shop.errors), /Order 7: The charge was refused/);
    assert.equal((await shop.made()).length, 0);
  });

  for (const [title, change] of [
    ['costs another amount by then', { amount: 9000 }],
    ['is gone by then', undefined],
    ['has expired by then', { expiresAt: '2020-01-01T00:00:00Z' }],
  ] as const)
    it(`that has not reached the service is not sent again for an order that ${title}`, async (t) => {
      const shop = await openRenewal(t);
      await shop.charge(shop.open(answering(shop, noAnswer)));
      shop.list.splice(0, 1, ...(change ? [{ ...shop.list[0]!, ...change }] : []));
      await shop.wait(400);
      await shop.sweep();
      assert.equal((await shop.made()).length, 0);
      assert.match(String(shop.errors), /the order asks for something else now, or is gone/);
      assert.deepEqual(shop.records.open(), []);
    });

  for (const status of [429, 403])
    it(`that the service has not looked at (${status}) is sent by the next call, or by the sweep`, async (t) => {
      for (const isSwept of [false, true]) {
        const shop = await openRenewal(t);
        await assert.rejects(shop.charge(shop.open(answering(shop, () => refusal(status)))), {
          ...{ status, retryable: true, message: /is saved, and the sweep goes on with it/ },
        });
        await (isSwept ? shop.sweep() : shop.charge());
        await assertChargedOnce(shop);
      }
    });

  it('that was not sent is refused if a payment of the page, which was read as declined, turns out paid', async (t) => {
    const shop = await openRenewal(t);
    const { id } = await shop.pay(await shop.intent());
    shop.shown.payments = (body) => (body['id'] === undefined ? undefined : { ...body, status: 'failed' });
    await assert.rejects(shop.charge(shop.open(answering(shop, () => refusal(403)))), { status: 403 });
    shop.shown.payments = undefined;
    await shop.checkout().settle(id);
    await shop.sweep();
    assert.match(String(shop.errors), /The order was paid otherwise/);
    await assert.rejects(shop.charge(), { type: 'refused' });
    assert.deepEqual(await shop.madeIds(), [id]);
    assert.deepEqual(shop.verdicts(), ['failed', 'paid']);
  });

  it('that was not sent waits for an answer of the service that has a time', async (t) => {
    let isOff = false;
    const shop = await openRenewal(t, { intercept: withoutDate(() => isOff) });
    await assert.rejects(shop.charge(shop.open(answering(shop, () => refusal(403)))), { status: 403 });
    isOff = true;
    assert.equal((await shop.charge()).verdict, 'open');
    assert.equal(shop.sent(), 0);
    isOff = false;
    assert.equal((await shop.charge()).verdict, 'paid');
    await assertChargedOnce(shop);
  });

  it('that was refused is paid by the same key once the service shows its payment', async (t) => {
    const shop = await openRenewal(t);
    let id = '';
    const refusing = answering(shop, async (body) => {
      ({ id } = await shop.counted.createPayment(body));
      shop.shown.payments = () => undefined;
      return refusal(400);
    });
    await assert.rejects(shop.charge(shop.open(refusing)), { type: 'refused' });
    shop.shown.payments = undefined;
    await shop.deliver({ id });
    await assertChargedOnce(shop);
  });

  it('whose answer is neither its id nor its metadata is the charge, because the service has answered the request', async (t) => {
    const shop = await openRenewal(t);
    const renamed = answering(shop, async ({ given_id: _, metadata: __, ...body }) =>
      shop.counted.createPayment({ ...body, metadata: {} }),
    );
    const { payment, verdict } = await shop.charge(shop.open(renamed));
    assert.equal(verdict, 'paid');
    assert.equal((await shop.made())[0]!.id, payment.id);
    await assertChargedOnce(shop);
  });

  it('of which the database fails after the service has answered rejects with what the database says', async (t) => {
    const shop = await openRenewal(t);
    let isAway = false;
    const failing: Partial<CheckoutOptions> = {
      ...answering(shop, async (body) => {
        const payment = await shop.counted.createPayment(body);
        isAway = true;
        return payment;
      }),
      store: {
        ...shop.store,
        save: async (...values) => {
          if (isAway) throw new PayError('configuration', 'The disk is full.', { field: 'store' });
          return shop.store.save(...values);
        },
      },
    };
    await assert.rejects(shop.charge(shop.open(failing)), { message: 'The disk is full.' });
    await assertChargedOnce(shop);
  });

  it('ends after `onSettled` has ended', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let [finish, begin]: [() => void, () => void] = [() => undefined, () => undefined];
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const onSettled = ({ orderId }: { orderId: string }) =>
      orderId === '7' ? (begin(), new Promise<void>((resolve) => (finish = resolve))) : undefined;
    const shop = await openRenewal(t, { onSettled });
    let hasEnded = false;
    const charged = shop.charge().finally(() => (hasEnded = true));
    await begun;
    t.mock.timers.tick(6000);
    await shop.store.load('7');
    assert.equal(hasEnded, false);
    finish();
    assert.equal((await charged).verdict, 'paid');
    assert.deepEqual(shop.errors, []);
  });

  for (const [title, decision, more] of [
    ['used_given_id', 'used_given_id', undefined],
    ['intent_not_fulfillable', 'intent_not_fulfillable', undefined],
    ['a message', 'used_given_id', { type: 'invalid_request_error', message: 'used_given_id: it is used' }],
    ['a field', 'used_given_id', { type: 'validation_error', errors: { given_id: ['is taken'] } }],
  ] as const)
    it(`that may exist by ${title} is asked about, and not refused`, async (t) => {
      const shop = await openRenewal(t);
      await shop.control('decisions', { repeatedGivenId: decision });
      const twice = answering(shop, async (body) => {
        await shop.counted.createPayment(body);
        shop.shown.payments = () => undefined;
        return shop.counted.createPayment(body).catch((error: PayError) => {
          const { message = 'It is refused.', ...fields } = more ?? {};
          throw more ? new PayError('api', message, { status: 400, ...fields }) : error;
        });
      });
      assert.equal((await shop.charge(shop.open(twice))).verdict, 'open');
      shop.shown.payments = undefined;
      await shop.sweep();
      assert.deepEqual(shop.verdicts(), ['paid']);
      assert.equal((await shop.made()).length, 1);
    });

  it('is not taken for paid by a payment of another order whose page has written the mark of the charge', async (t) => {
    const shop = await openRenewal(t);
    shop.list.push({ ...shop.list[0]!, id: '9' });
    const { payment } = await shop.charge(shop.open(answering(shop, noAnswer)));
    const metadata = { pay_charge: payment.id };
    const other = await shop.pay(await shop.intent(undefined, '9'), approvedAtOnce, { metadata });
    assert.equal((await shop.checkout().settle(other.id)).orderId, '9');
    shop.settled.splice(0);
    await shop.wait(400);
    await shop.sweep();
    await assertChargedOnce(shop);
  });

  it('that the key of another account has sent is not sent again by the present one', async (t) => {
    let isLost = true;
    const shop = await openRenewal(t, {
      intercept: async (url, init, send) =>
        isLost && init.method === 'POST' && url.endsWith('/payments') ? noAnswer() : send(url, init),
    });
    assert.equal((await shop.charge()).verdict, 'open');
    isLost = false;
    const client = createPayClient({ secretKey: 'sk_test_other', baseUrl: shop.service.baseUrl });
    const other = shop.open({ client });
    await shop.wait(400);
    shop.records.letAllBeDue();
    await other.sweep();
    assert.equal((await shop.charge(other)).verdict, 'open');
    assert.deepEqual((await client.listPayments()).payments, []);
    assert.match(String(shop.errors), /made with another secret key/);
    await shop.sweep();
    await assertChargedOnce(shop);
  });

  it('saves nothing if the service does not say the time, by which a lost charge is recognized', async (t) => {
    let isOff = false;
    const shop = await openRenewal(t, { intercept: withoutDate(() => isOff) });
    isOff = true;
    await assert.rejects(shop.charge(), { message: /no `Date` header.* Nothing was sent/ });
    assert.deepEqual([await shop.store.load('7'), shop.sent()], [undefined, 0]);
  });

  it('saves nothing if the service does not answer at the beginning', async (t) => {
    const shop = await openRenewal(t);
    const away = { ...shop.counted, retrievePayment: noAnswer };
    await assert.rejects(shop.charge(shop.open({ client: away })), { code: 'network' });
    assert.equal(await shop.store.load('7'), undefined);
  });

  const wrong: [title: string, terms: object, message: RegExp][] = [
    ['without a key', { token: 'token_a' }, /charge: `key` must be of type string/],
    ['without a token', { key }, /charge: `token` must be of type string/],
    ['by a card number', { key, token: '4111111111111111' }, /charge: `token` is not valid/],
    ['with a long descriptor', { key, token: 'token_a', descriptor: 'a'.repeat(65) }, /descriptor/],
    ['with a misspelt option', { key, token: 'token_a', amount: 5 }, /`amount` is not known/],
  ];
  for (const [title, terms, message] of wrong)
    it(`${title} is refused, and nothing is saved or sent`, async (t) => {
      const shop = await openRenewal(t);
      await assert.rejects(shop.checkout().charge('7', terms as never), { code: 'configuration', message });
      assert.deepEqual([await shop.store.load('7'), shop.calls], [undefined, []]);
    });

  it('of no order, of an expired one, or by a key of another card is refused', async (t) => {
    const shop = await openRenewal(t);
    const by = { token: shop.token, key };
    await assert.rejects(shop.checkout().charge('none', by), { message: /`orderId` is unknown/ });
    await shop.charge();
    await assert.rejects(shop.charge(undefined, { token: 'token_other' }), {
      message: /`key` was used before/,
    });
    shop.list[0] = { ...shop.list[0]!, id: '9', expiresAt: '2020-01-01T00:00:00Z' };
    await assert.rejects(shop.checkout().charge('9', by), {
      message: /`orderId` has ended: the time to pay it has passed/,
    });
    shop.list[0] = { ...shop.list[0], id: '10', expiresAt: undefined, metadata: { pay_charge: '' } };
    await assert.rejects(shop.checkout().charge('10', by), {
      message: /`metadata` has the key `pay_charge`/,
    });
    assert.equal(shop.sent(), 1);
  });
});
