import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openCheckout } from './checkout-shop.js';

/** Changes the body of the answers to requests of this kind, as long as it is on. */
function openSpoiler(kind: RegExp, change: (body: Record<string, unknown>) => void) {
  const spoiler = {
    isOn: false,
    intercept: async (url: string, init: RequestInit, send: typeof fetch) => {
      const response = await send(url, init);
      if (!spoiler.isOn || !kind.test(`${init.method} ${new URL(url).pathname}`)) return response;
      const body = (await response.json()) as Record<string, unknown>;
      change(body);
      return new Response(JSON.stringify(body), { status: response.status, headers: response.headers });
    },
  };
  return spoiler;
}

describe('an answer about another payment than the one that was asked for', () => {
  it('moves no money of that other payment', async (t) => {
    let other = '';
    const spoiler = openSpoiler(/^GET .*\/payments\//, (body) => (body['id'] = other));
    const shop = await openCheckout(t, { intercept: spoiler.intercept });
    const { id } = await shop.pay(await shop.intent());
    await shop.checkout().settle(id);
    ({ id: other } = await shop.pay(await shop.intent(undefined, '8'), undefined, '8'));
    spoiler.isOn = true;
    await assert.rejects(shop.checkout().refund('7', { key: 'a' }), { code: 'api', message: /another `id`/ });
    for (const each of [id, other]) assert.equal((await shop.client.retrievePayment(each)).refunded, 0);
    spoiler.isOn = false;
    assert.equal((await shop.checkout().refund('7', { key: 'a' })).id, id);
  });

  it('makes no payment of the order of it', async (t) => {
    const spoiler = openSpoiler(/^GET .*\/payments\//, (body) => (body['id'] = crypto.randomUUID()));
    const shop = await openCheckout(t, { intercept: spoiler.intercept, returnDuplicates: true });
    const { id } = await shop.pay(await shop.intent());
    await shop.checkout().settle(id);
    spoiler.isOn = true;
    assert.equal((await shop.status(id)).status, 503);
    assert.equal((await shop.deliver({ id, status: 'paid' })).status, 503);
    assert.deepEqual(
      (await shop.record()).payments.map((entry) => entry.id),
      [id],
    );
  });
});

it('an intent that is answered in place of the asked one is handed out to nobody', async (t) => {
  const secret = 'pi_secret_of_somebody_else';
  const spoiler = openSpoiler(/^GET .*\/payment_intents\//, (body) =>
    Object.assign(body, { id: crypto.randomUUID(), client_secret: secret }),
  );
  const shop = await openCheckout(t, { intercept: spoiler.intercept });
  const { id } = await shop.intent();
  spoiler.isOn = true;
  assert.equal((await shop.askIntent()).status, 503);
  spoiler.isOn = false;
  assert.equal((await shop.intent()).id, id);
});

describe('a payment that was taken and does not say its price', () => {
  for (const [title, change] of [
    ['without an amount', { amount: null }],
    ['with a negative amount', { amount: -10_000 }],
    ['without a currency', { currency: null }],
    ['with an empty currency', { currency: '' }],
  ] as const)
    it(`${title} keeps the order from being paid again, and pays for it once it says so`, async (t) => {
      const spoiler = openSpoiler(/^GET .*\/payments\//, (body) => Object.assign(body, change));
      const shop = await openCheckout(t, { intercept: spoiler.intercept });
      const { id } = await shop.pay(await shop.intent());
      spoiler.isOn = true;
      assert.equal((await shop.checkout().settle(id)).verdict, 'open');
      assert.equal((await shop.conflict()).type, 'payment_open');
      spoiler.isOn = false;
      await shop.sweep();
      assert.deepEqual(
        shop.settled.map(({ verdict }) => verdict),
        ['paid'],
      );
    });

  it('is a `mismatch` when it still does not a day later, so that the merchant is notified', async (t) => {
    const spoiler = openSpoiler(/^GET .*\/payments\//, (body) => (body['amount'] = null));
    const shop = await openCheckout(t, { intercept: spoiler.intercept });
    const { id } = await shop.pay(await shop.intent());
    spoiler.isOn = true;
    await shop.checkout().settle(id);
    await shop.control('clock', { advance: 90_000 });
    await shop.sweep();
    assert.deepEqual(
      shop.settled.map(({ verdict }) => verdict),
      ['mismatch'],
    );
  });
});

describe('a new intent', () => {
  for (const [field, value] of [
    ['id', '2999-01-01T00:00:00Z'],
    ['id', '../payments'],
    ['callback_url', 'nowhere'],
    ['callback_url', 'https://shop.example/back?pay_order=8&pay_intent=1'],
  ] as const)
    it(`whose \`${field}\` is answered as ${value} is handed out to nobody, and the next one is`, async (t) => {
      const spoiler = openSpoiler(/^POST .*\/payment_intents$/, (body) => (body[field] = value));
      const shop = await openCheckout(t, { intercept: spoiler.intercept });
      spoiler.isOn = true;
      assert.equal((await shop.askIntent()).status, 503);
      assert.match(String(shop.errors), new RegExp(`intent for order 7 whose \`${field}\` is not what was`));
      assert.deepEqual((await shop.record()).intents, []);
      spoiler.isOn = false;
      const { id } = await shop.pay(await shop.intent());
      assert.equal((await shop.checkout().settle(id)).verdict, 'paid');
    });
});
