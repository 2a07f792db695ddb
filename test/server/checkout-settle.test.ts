import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PayError, type Settlement } from '../../src/server/index.js';
import { openCheckout, order7 } from './checkout-shop.js';
import { challenged, poor } from './payer.js';

describe('settle', () => {
  it('says what the payment means, to the order that it is for', async (t) => {
    const { intent, pay, checkout, settled } = await openCheckout(t);
    const { id } = await pay(await intent());
    const { orderId, payment, verdict } = await checkout().settle(id);
    assert.deepEqual([orderId, payment.id, verdict], ['7', id, 'paid']);
    await checkout().settle(id);
    assert.deepEqual(
      settled.map((each) => each.verdict),
      ['paid'],
    );
  });

  it('settles a waiting payment as `open` and a declined one as `failed`', async (t) => {
    const { intent, pay, checkout, service, settled } = await openCheckout(t);
    const { id, source } = await pay(await intent(), poor);
    assert.equal((await checkout().settle(id)).verdict, 'open');
    assert.deepEqual(settled, []);
    await service.answer(source.transaction_url, 'authenticated');
    assert.equal((await checkout().settle(id)).verdict, 'failed');
  });

  it('settles an authorization, its capture and its void', async (t) => {
    const { intent, service, checkout, client, conflict, settled } = await openCheckout(t);
    const { id } = await service.pay({ secret: (await intent()).client_secret, manual: true });
    assert.equal((await checkout().settle(id)).verdict, 'authorized');
    assert.equal((await conflict()).type, 'order_paid');
    await client.capturePayment(id);
    assert.equal((await checkout().settle(id)).verdict, 'paid');
    await client.refundPayment(id);
    assert.equal((await checkout().settle(id)).verdict, 'reversed');
    assert.deepEqual(
      settled.map((each) => each.verdict),
      ['authorized', 'paid', 'reversed'],
    );
  });

  const foreign: [title: string, id: string, code: string][] = [
    ['an id that is none', '../payment_intents', 'configuration'],
    ['a payment that does not exist', crypto.randomUUID(), 'api'],
  ];
  for (const [title, id, code] of foreign) {
    it(`refuses ${title}`, async (t) => {
      const { checkout } = await openCheckout(t);
      await assert.rejects(checkout().settle(id), { name: 'PayError', code });
    });
  }

  it('refuses a payment of the same account that is for something else', async (t) => {
    const asked: string[] = [];
    const { checkout, client, service, store } = await openCheckout(t, {
      aroundOrders: (orders) => ({ ...orders, get: (id) => (asked.push(id), orders.get(id)) }),
    });
    const { client_secret: secret } = await client.createPaymentIntent({
      amount: 10_000,
      callback_url: 'https://shop.example/back?lang=en',
    });
    const { id } = await service.pay({ secret });
    await assert.rejects(checkout().settle(id), (error) => error instanceof PayError);
    assert.equal(await store.load('7'), undefined);
    assert.deepEqual(asked, []);
  });
});

describe('a sweep', () => {
  it('finds the payment of a payer who never came back', async (t) => {
    const { intent, pay, settled, service, sweep, records } = await openCheckout(t);
    const { id, source } = await pay(await intent(), challenged);
    assert.deepEqual(
      (await sweep()).map(({ verdict }) => verdict),
      ['open'],
    );
    await service.answer(source.transaction_url, 'authenticated');
    assert.deepEqual(
      (await sweep()).map(({ payment, verdict }) => [payment.id, verdict]),
      [[id, 'paid']],
    );
    assert.equal(settled.length, 1);
    assert.deepEqual(records.open(), []);
    assert.deepEqual(await sweep(), []);
  });

  it('finds a payment that nobody announced', async (t) => {
    const { intent, payUnseen, sweep } = await openCheckout(t);
    const { id } = await payUnseen(await intent());
    assert.deepEqual(
      (await sweep()).map(({ payment, verdict }) => [payment.id, verdict]),
      [[id, 'paid']],
    );
  });

  it('finds the payment behind a hundred others', async (t) => {
    const { intent, payUnseen, client, service, sweep } = await openCheckout(t);
    const { id } = await payUnseen(await intent());
    for (let other = 0; other < 90; other++) {
      const { client_secret: secret } = await client.createPaymentIntent({
        amount: 100,
        callback_url: 'https://x.example/',
      });
      await service.pay({ secret });
    }
    assert.equal((await sweep())[0]?.payment.id, id);
  });

  it('takes the intent of a paid order out of use, so that an old tab cannot pay again', async (t) => {
    const { intent, pay, checkout, service, client, records } = await openCheckout(t);
    const first = await pay(await intent(), challenged);
    const second = await intent({ instead_of: first.id });
    await service.answer(first.source.transaction_url, 'authenticated');
    await checkout().settle(first.id);
    assert.equal((await client.retrievePaymentIntent(second.id)).status, 'canceled');
    assert.deepEqual(records.open(), []);
  });

  it('goes on with the other orders when one cannot be asked', async (t) => {
    const { intent, pay, errors, sweep } = await openCheckout(t, {
      aroundOrders: (orders) => ({
        ...orders,
        get: async (id) => {
          if (id === '7') throw new Error('The row is locked.');
          return orders.get(id);
        },
      }),
    });
    await pay(await intent());
    await pay(await intent(undefined, '8'), undefined, '8');
    assert.deepEqual(
      (await sweep()).map(({ orderId, verdict }) => [orderId, verdict]),
      [['8', 'paid']],
    );
    assert.match(String(errors), /locked/);
  });

  it('takes the intent of an order that the merchant has deleted out of use, and reports it', async (t) => {
    const { intent, errors, list, sweep, client, records } = await openCheckout(t);
    const { id } = await intent();
    list.shift();
    assert.deepEqual(await sweep(), []);
    assert.equal((await client.retrievePaymentIntent(id)).status, 'canceled');
    assert.match(String(errors), /Order 7 is open, and `orders.get` has no order for it/);
    assert.deepEqual(records.open(), []);
  });

  it('does not take an intent for unused that the service neither cancels nor ends', async (t) => {
    const { intent, pay, service, record, sweep, records } = await openCheckout(t, {
      around: (client) => ({
        ...client,
        cancelPaymentIntent: () => Promise.reject(new PayError('api', 'Not now.', { status: 400 })),
      }),
    });
    const first = await pay(await intent(), challenged);
    await intent({ instead_of: first.id });
    await service.answer(first.source.transaction_url, 'authenticated');
    await sweep();
    assert.deepEqual(
      (await record()).intents.map(({ state }) => state),
      ['used', 'open'],
    );
    assert.deepEqual(records.open(), ['7']);
  });

  it('leaves an order when its only attempt never arrived and its intent is over', async (t) => {
    const { intent, attempt, list, control, sweep, records } = await openCheckout(t);
    await intent();
    await attempt(crypto.randomUUID());
    await sweep();
    assert.deepEqual(records.open(), ['7']);
    // The intent's own hour, its margin, and the hour in which the payment may still appear.
    await control('clock', { advance: 3600 + 300 + 3602 });
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + (3600 + 300 + 3602) * 1000 });
    await sweep();
    assert.deepEqual(records.open(), []);
    assert.equal(list.length, 2);
  });

  it('asks about a payment that waits at the bank for a day, and a message settles it later all the same', async (t) => {
    const { intent, pay, service, deliver, settled, sweep, records, control } = await openCheckout(t);
    const { id, source } = await pay(await intent(), challenged);
    const start = Date.now();
    t.mock.timers.enable({ apis: ['Date'], now: start + 23 * 3_600_000 });
    await sweep();
    assert.deepEqual(records.open(), ['7']);
    t.mock.timers.setTime(start + 25 * 3_600_000);
    await control('clock', { advance: 25 * 3600 });
    await sweep();
    assert.deepEqual(records.open(), []);
    await service.answer(source.transaction_url, 'authenticated');
    await deliver({ id, status: 'paid' });
    assert.deepEqual(
      settled.map(({ verdict }) => verdict),
      ['paid'],
    );
  });
});

describe('a payment', () => {
  it('pays for the order when its price changes after the payment was sent', async (t) => {
    const { intent, pay, service, list, checkout, settled, askIntent } = await openCheckout(t);
    const { id, source } = await pay(await intent(), challenged);
    list[0] = { ...order7, amount: 20_000 };
    await service.answer(source.transaction_url, 'authenticated');
    assert.equal((await checkout().settle(id)).verdict, 'paid');
    assert.deepEqual(
      settled.map(({ verdict }) => verdict),
      ['paid'],
    );
    assert.equal((await askIntent()).status, 409);
  });

  it('is ignored when it was made for something else and is announced here', async (t) => {
    const { client, service, attempt, intent, settled, status, askIntent, sweep } = await openCheckout(t);
    const { client_secret: secret } = await client.createPaymentIntent({
      amount: order7.amount,
      currency: order7.currency,
      description: '7',
      callback_url: order7.callbackUrl,
    });
    const foreign = await service.pay({ secret });
    await intent();
    await attempt(foreign.id);
    assert.equal((await status(foreign.id)).status, 403);
    await sweep();
    assert.deepEqual(settled, []);
    assert.equal((await askIntent()).status, 201);
  });

  it("is ignored when it is another order's and is announced here", async (t) => {
    const { pay, intent, attempt, status, settled, record, sweep } = await openCheckout(t);
    const other = await pay(await intent(undefined, '8'), undefined, '8');
    await intent();
    await attempt(other.id);
    assert.equal((await status(other.id)).status, 403);
    await sweep();
    assert.deepEqual(
      settled.map(({ orderId, verdict }) => `${orderId} ${verdict}`),
      ['8 paid'],
    );
    assert.equal((await record()).paidBy, undefined);
  });

  it('stays what pays for the order when the price changes after it', async (t) => {
    const { intent, pay, checkout, list, settled } = await openCheckout(t);
    const { id } = await pay(await intent());
    await checkout().settle(id);
    list[0] = { ...order7, amount: 20_000 };
    assert.equal((await checkout().settle(id)).verdict, 'paid');
    assert.equal(settled.length, 1);
  });
});

describe('a payment stays its order’s when its description is changed', () => {
  it('after it has paid: the page is told, and so is the merchant when it is given back', async (t) => {
    const { intent, pay, checkout, client, settled, status } = await openCheckout(t);
    const { id } = await pay(await intent());
    assert.equal((await checkout().settle(id)).verdict, 'paid');
    await client.updatePayment(id, { description: 'Delivered' });
    assert.equal((await status(id)).status, 200);
    await client.refundPayment(id);
    assert.equal((await checkout().settle(id)).verdict, 'reversed');
    assert.deepEqual(
      settled.map(({ verdict }) => verdict),
      ['paid', 'reversed'],
    );
  });

  it('keeps the payment of a waiting challenge when its description is changed', async (t) => {
    const { intent, pay, checkout, client, service } = await openCheckout(t);
    const { id, source } = await pay(await intent(), challenged);
    assert.equal((await checkout().settle(id)).verdict, 'open');
    await client.updatePayment(id, { description: 'Called the payer' });
    await service.answer(source.transaction_url, 'authenticated');
    assert.equal((await checkout().settle(id)).verdict, 'paid');
  });

  it('pays for the order once a description that was changed before it was read is put right', async (t) => {
    const { intent, pay, checkout, client, settled, conflict } = await openCheckout(t);
    const { id } = await pay(await intent());
    await client.updatePayment(id, { description: 'Called the payer' });
    assert.equal((await checkout().settle(id)).verdict, 'mismatch');
    assert.equal((await conflict()).type, 'payment_open');
    await client.updatePayment(id, { description: '7' });
    assert.equal((await checkout().settle(id)).verdict, 'paid');
    assert.equal((await conflict()).type, 'order_paid');
    assert.deepEqual(
      settled.map(({ verdict }) => verdict),
      ['mismatch', 'paid'],
    );
  });
});

it('an empty description of an order is none, so a service that answers null for it changes nothing', async (t) => {
  const { intent, pay, checkout, list } = await openCheckout(t, {
    around: (client) => ({
      ...client,
      createPaymentIntent: async (body) => orNull(await client.createPaymentIntent(body)),
      retrievePayment: async (id) => orNull(await client.retrievePayment(id)),
    }),
  });
  list[0] = { ...order7, description: '' };
  const { id } = await pay(await intent());
  assert.equal((await checkout().settle(id)).verdict, 'paid');
});

const orNull = <T extends { description?: string | null | undefined }>(answer: T): T => ({
  ...answer,
  description: answer.description || null,
});

describe('onSettled', () => {
  it('is told what became of a payment in the order in which it happened, also after a failure', async (t) => {
    let down = true;
    const verdicts: string[] = [];
    const { intent, pay, client, checkout, sweep } = await openCheckout(t, {
      onSettled: ({ verdict }) => {
        if (verdict === 'paid' && down) throw new Error('The warehouse does not answer.');
        verdicts.push(verdict);
      },
    });
    const { id } = await pay(await intent());
    await sweep();
    await client.refundPayment(id);
    await checkout().settle(id);
    down = false;
    await sweep();
    assert.deepEqual(verdicts, ['paid', 'reversed']);
  });

  it('is left to a process that has it by one that has none', async (t) => {
    const settled: Settlement[] = [];
    const { intent, pay, checkout, restart, errors, sweep, records } = await openCheckout(t, {
      onSettled: () => Promise.reject(new Error('The mail server is down.')),
    });
    const { id } = await pay(await intent());
    await checkout().settle(id);
    restart({ onSettled: undefined });
    errors.length = 0;
    await sweep();
    assert.deepEqual(errors, []);
    assert.equal(settled.length, 0);
    restart({ onSettled: (settlement) => void settled.push(settlement) });
    await sweep();
    assert.equal(settled.length, 1);
    assert.deepEqual(records.open(), []);
  });

  it('is called again until it has resolved, also by the next process', async (t) => {
    let calls = 0;
    const { intent, pay, checkout, restart, settled, errors, sweep, records } = await openCheckout(t, {
      onSettled: () => {
        calls++;
        throw new Error('The mail server is down.');
      },
    });
    const { id } = await pay(await intent());
    assert.equal((await checkout().settle(id)).verdict, 'paid');
    assert.match(String(errors), /mail server/);
    await sweep();
    assert.equal(calls, 2);
    restart({ onSettled: (settlement) => void settled.push(settlement) });
    await sweep();
    assert.deepEqual(
      settled.map(({ payment, verdict }) => [payment.id, verdict]),
      [[id, 'paid']],
    );
    assert.deepEqual(records.open(), []);
  });
});
