import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { PayError, type CheckoutOptions, type PayClient, type Settlement } from '../../src/server/index.js';
import { openCheckout, order7, order8, type Shop } from './checkout-shop.js';
import { challenged, poor } from './payer.js';

describe('settle', () => {
  it('says what a payment means as it goes: open, failed, authorized, paid, reversed', async (t) => {
    const { intent, pay, checkout, service, client, verdicts, answer } = await openCheckout(t);
    const settle = async (id: string) => (await checkout().settle(id)).verdict;
    const declined = await pay(await intent(), poor);
    assert.equal(await settle(declined.id), 'open');
    await service.answer(declined.source.transaction_url, 'authenticated');
    assert.equal(await settle(declined.id), 'failed');
    const { id } = await pay(await intent(), undefined, { manual: true });
    for (let times = 0; times < 2; times++) assert.equal(await settle(id), 'authorized');
    assert.equal(await answer(), 'order_paid');
    await client.capturePayment(id);
    assert.equal(await settle(id), 'paid');
    await client.refundPayment(id);
    assert.equal(await settle(id), 'reversed');
    assert.deepEqual(verdicts(), ['failed', 'authorized', 'paid', 'reversed']);
  });

  it('refuses an id that is none, and one of no payment', async (t) => {
    const { checkout } = await openCheckout(t);
    await assert.rejects(checkout().settle('../payment_intents'), {
      name: 'PayError',
      code: 'configuration',
    });
    await assert.rejects(checkout().settle(crypto.randomUUID()), { name: 'PayError', code: 'api' });
  });

  it('finds the order of a payment that is shown without its address by the caller’s word, which proves nothing', async (t) => {
    const shop = await openCheckout(t);
    const { id } = await shop.pay(await shop.intent());
    shop.shown.payments = (body) => ({ ...body, callback_url: null });
    for (const orderId of [undefined, '8', '9', '', 'pay-checkout:sweep'])
      await assert.rejects(shop.checkout().settle(id, orderId), { type: 'payment_of_no_order' });
    assert.equal((await shop.checkout().settle(id, '7')).verdict, 'paid');
    shop.shown.payments = undefined;
    await assert.rejects(shop.checkout().settle(id, '8'), { type: 'payment_of_no_order' });
    assert.deepEqual(shop.verdicts(), ['paid']);
  });

  for (const [what, change, message] of [
    ['was deleted', undefined, /order 7, for which `orders.get` has no order/],
    ['costs nothing any more', { amount: 0 }, /Order 7: `orders.get` returned an order whose `amount`/],
    ['has lost its address', { callbackUrl: null as never }, /whose `callbackUrl` is not an https address/],
  ] as const)
    it(`tells the merchant of a payment whose order ${what}; its intents are canceled and its money can go back`, async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      const { intent, pay, list, deliver, errors, settled, sweep, client, checkout } = await openCheckout(t);
      const { id } = await pay(await intent());
      const open = await intent(undefined, '8');
      list.splice(0, 2, ...(change ? [order7, order8].map((order) => ({ ...order, ...change })) : []));
      assert.equal((await deliver({ id, status: 'paid' })).status, 204);
      assert.deepEqual(
        settled.map(({ orderId, verdict }) => [orderId, verdict]),
        [['7', 'paid']],
      );
      assert.match(String(errors), message);
      await sweep();
      assert.equal((await client.retrievePaymentIntent(open.id)).status, 'canceled');
      assert.equal((await checkout().refund('7', { key: 'back' })).refunded, 10_000);
    });
});

describe('onSettled', () => {
  it('receives the verdicts in their order, also after a failure, and the operator reads which order', async (t) => {
    let isDown = true;
    const verdicts: string[] = [];
    const thrown = new Error('The warehouse is closed.');
    const { intent, pay, client, checkout, sweep, status, deliver, errors, records } = await openCheckout(t, {
      onSettled: ({ verdict }) => {
        if (isDown) throw thrown;
        verdicts.push(verdict);
      },
    });
    const { id } = await pay(await intent());
    assert.equal((await checkout().settle(id)).verdict, 'paid');
    await status(id);
    assert.equal((await deliver({ id, status: 'paid' })).status, 503);
    await sweep();
    assert.deepEqual(errors.map(String), Array(4).fill('Error: Order 7: The warehouse is closed.'));
    for (const error of errors) assert.equal((error as Error).cause, thrown);
    await client.refundPayment(id);
    await checkout().settle(id);
    isDown = false;
    await sweep();
    assert.deepEqual(verdicts, ['paid', 'reversed']);
    assert.deepEqual(records.open(), []);
  });

  it('is left by a process that has none to one that has it, whoever reads the payment first', async (t) => {
    const settled: Settlement[] = [];
    const { intent, pay, checkout, restart, errors, sweep, records } = await openCheckout(t, {
      onSettled: undefined,
    });
    await checkout().settle((await pay(await intent())).id);
    await sweep();
    assert.deepEqual([errors, records.open()], [[], ['7']]);
    restart({ onSettled: (settlement) => void settled.push(settlement) });
    await sweep();
    assert.deepEqual([settled.length, records.open()], [1, []]);
  });

  const stop = Symbol('stop');
  for (const [ms, title, ask, isAnswered] of [
    [30_000, 'no other order of a sweep', ({ checkout }: Shop) => checkout().sweep(), undefined],
    [5000, 'a page for 5 s', ({ status }: Shop, id: string) => status(id), 200],
    [8000, 'a message for 8 s, which comes again', ({ deliver }: Shop, id: string) => deliver({ id }), 503],
  ] as const)
    it(`that hangs keeps ${title} waiting, and is called again`, async (t) => {
      let [hangs, begin]: [boolean, () => void] = [true, () => undefined];
      const hanging = new Promise<void>((resolve) => (begin = resolve));
      const settled: string[] = [];
      const shop = await openCheckout(t, {
        onSettled: ({ orderId, verdict }) => {
          if (hangs && orderId === '7') return (begin(), new Promise(() => undefined));
          return void settled.push(`${orderId} ${verdict}`);
        },
      });
      const { id } = await shop.pay(await shop.intent());
      await shop.checkout().settle((await shop.pay(await shop.intent(undefined, '8'))).id);
      t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() + 3_600_000 });
      t.after(() => t.mock.timers.reset());
      const work = ask(shop, id);
      await hanging;
      t.mock.timers.tick(ms - 1);
      assert.equal(await Promise.race([work, Promise.resolve(stop)]), stop, 'it ends before its time');
      t.mock.timers.tick(1);
      const result = await work;
      if (result instanceof Response) assert.equal(result.status, isAnswered);
      else assert.deepEqual([result.failed, settled], [1, ['8 paid']]);
      // No second call is made of the same order meanwhile, and nothing waits for it.
      if (isAnswered !== undefined) assert.equal(await shop.answer(), 'order_paid');
      hangs = false;
      shop.restart({ onSettled: ({ orderId, verdict }) => void settled.push(`${orderId} ${verdict}`) });
      await shop.sweep();
      assert.deepEqual(settled, ['8 paid', '7 paid']);
    });

  const full = () => {
    throw new Error('The disk is full.');
  };
  for (const [what, log] of [
    ['returns something', () => 7],
    ['throws', full],
    ['rejects', () => Promise.reject(new Error('The log does not answer.'))],
  ] as const)
    it(`and all else go on when \`onError\` ${what}`, async (t) => {
      const logged: string[] = [];
      let isBroken = false;
      const broken = () => {
        throw new Error('No connection.');
      };
      const shop = await openCheckout(t, {
        onError: (error) => (logged.push(String(error)), log() as unknown as undefined),
        aroundOrders: (orders) => ({
          get: async (id) => (isBroken && id === '7' ? broken() : orders.get(id)),
          find: async (request) => (isBroken ? broken() : orders.find(request)),
        }),
      });
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      for (const id of ['7', '8']) await shop.pay(await shop.intent(undefined, id));
      isBroken = true;
      t.mock.timers.setTime(Date.now() + 60_000);
      assert.deepEqual(
        (await shop.sweep()).map(({ orderId, verdict }) => `${orderId} ${verdict}`),
        ['8 paid'],
      );
      assert.equal((await shop.askIntent()).status, 503);
      assert.deepEqual(logged, ['Error: Order 7: No connection.', 'Error: No connection.']);
    });
});

/** A payer who chooses to pay another way, and then approves both payments at the bank. */
async function payTwice({ intent, pay, service }: Shop) {
  const first = await pay(await intent(), challenged);
  const second = await pay(await intent({ instead_of: first.id }), challenged);
  for (const { source } of [first, second]) await service.answer(source.transaction_url, 'authenticated');
  return { first: first.id, second: second.id };
}

/** Two paid payments, and which requests to give one back the service receives. */
async function openTwice(
  t: TestContext,
  {
    client: change = {},
    ...options
  }: Omit<Partial<CheckoutOptions>, 'client'> & { client?: Partial<PayClient> } = {},
) {
  const asked: string[] = [];
  const now = Date.now();
  const shop = await openCheckout(t, {
    refundDuplicates: true,
    // The service starts at noon: a payment can be voided on its day only.
    sandbox: { now: () => Date.now() - (now % 86_400_000) + 43_200_000 },
    ...options,
    around: (client) => {
      const changed = { ...client, ...change };
      return {
        ...changed,
        voidPayment: (id) => (asked.push('void'), changed.voidPayment(id)),
        refundPayment: (id, what) => (asked.push('refund'), changed.refundPayment(id, what)),
      };
    },
  });
  const payments = await payTwice(shop);
  t.mock.timers.enable({ apis: ['Date'], now: now + 60_000 });
  const states = async () =>
    Promise.all(
      [payments.first, payments.second].map(async (id) => {
        const { status, refunded } = await shop.client.retrievePayment(id);
        return refunded ? `${status} ${refunded}` : status;
      }),
    );
  return { ...shop, ...payments, asked, states };
}

describe('a second payment of one order', () => {
  const refused = () => Promise.reject(new PayError('api', 'Not now.', { status: 400 }));
  const silent = () => Promise.reject(new PayError('network', 'No answer.'));

  it('is told, and stays where the shop gives none back automatically', async (t) => {
    const shop = await openTwice(t, { refundDuplicates: false });
    await shop.sweep();
    assert.deepEqual(shop.verdicts(), ['paid', 'duplicate']);
    assert.deepEqual(await shop.states(), ['paid', 'paid']);
    assert.equal((await shop.checkout().report()).duplicates, 1);
    await shop.client.refundPayment(shop.first);
    await shop.deliver({ id: shop.first, status: 'refunded' }, { type: 'payment_refunded' });
    assert.equal((await shop.conflict()).payment?.id, shop.second, 'the second one pays from then on');
    assert.deepEqual(shop.verdicts(), ['paid', 'duplicate', 'reversed', 'paid']);
  });

  const [refusesVoid, isSilent] = [{ voidPayment: refused }, { voidPayment: silent }];
  const refusesBoth = { ...refusesVoid, refundPayment: refused };
  for (const [title, client, asked, second] of [
    ['by a void', {}, ['void'], 'voided'],
    ['by a refund if the service refuses the void', refusesVoid, ['void', 'refund'], 'refunded 10000'],
    ['by nothing more while the service is silent about the void', isSilent, ['void'], 'paid'],
    ['by nothing while the service refuses both', refusesBoth, ['void', 'refund'], 'paid'],
  ] as const)
    it(`goes back ${title}`, async (t) => {
      const shop = await openTwice(t, { client });
      await shop.sweep();
      assert.deepEqual([shop.asked, await shop.states()], [asked, ['paid', second]]);
      const isBack = second !== 'paid';
      assert.equal((await shop.record()).intents[1]?.payment?.refund, isBack ? 'done' : 'wanted');
      assert.deepEqual([shop.records.open(), shop.errors.length], isBack ? [[], 0] : [['7'], 1]);
      assert.deepEqual(shop.verdicts(), ['paid', 'duplicate']);
      // Whatever happened to the first try, a process that may give back goes on, and one that may not as well.
      if (isBack) return;
      shop.restart({ refundDuplicates: false, client: shop.client });
      await shop.sweep();
      assert.deepEqual([await shop.states(), shop.records.open()], [['paid', 'voided'], []]);
    });

  it('is the one that was read second, once, by whatever way both are read at the same time', async (t) => {
    const shop = await openTwice(t);
    const { first, second } = shop;
    await shop.checkout().settle(second);
    await Promise.all([
      ...[first, second, second, first].map((id) => shop.deliver({ id, status: 'paid' })),
      ...[shop.sweep(), shop.checkout().settle(second), shop.status(first)],
    ]);
    assert.deepEqual(await shop.states(), ['voided', 'paid']);
    assert.equal((await shop.conflict()).payment?.id, second);
  });

  it('of which a part was given back by hand goes back with what is left', async (t) => {
    const shop = await openTwice(t);
    await shop.checkout().settle(shop.first);
    await shop.client.refundPayment(shop.second, { amount: 4000 });
    await shop.sweep();
    assert.deepEqual(await shop.states(), ['paid', 'refunded 10000']);
  });

  it('is not asked back again when it was voided by hand meanwhile', async (t) => {
    const shop = await openTwice(t, { client: { voidPayment: silent } });
    await shop.sweep();
    await shop.client.voidPayment(shop.second);
    await shop.sweep();
    assert.deepEqual([shop.asked, shop.records.open()], [['void'], []]);
  });
});
