import { expect } from 'chai';
import { parseConfig } from '../../../src/element/checkout/config.js';
import { ParentAttemptStore } from '../../../src/element/frame/parent/parent-attempt-store.js';
import { BrowserAttemptStore } from '../../../src/element/browser/attempt-store.js';

const pageUrl = 'https://shop.example/checkout?order=7';
const settings = (values: object) =>
  ({ values, documentBaseUrl: pageUrl, documentUrl: pageUrl }) as unknown as Parameters<
    ParentAttemptStore['registerPurchase']
  >[0];
const nothing = () => undefined;
const fetchIntent = () => Promise.resolve({});

/** The purchase, as the form in a page reads it. */
function purchaseOf(values: object) {
  const setup = parseConfig(
    { baseUrl: 'https://service.example', publishableKey: 'pk_test_1', ...values } as never,
    {
      documentBaseUrl: pageUrl,
      documentUrl: pageUrl,
      parseTimestamp: Date.parse,
    },
  );
  if (setup.kind !== 'complete') throw setup.error;
  return setup.config.purchase;
}

afterEach(() => localStorage.clear());

describe('the attempt store of a page with its form in a frame', () => {
  for (const values of [
    { intentUrl: '/intent', amount: 100, currency: 'SAR' },
    { intentUrl: '/intent', amount: 100, currency: '' },
    { intentUrl: '/intent', amount: ' 100 ', currency: ' ' },
    { intentUrl: '/intent', amount: '100', currency: null },
    { intentUrl: '/intent', amount: '', currency: '' },
    { fetchIntent, amount: '' },
    { fetchIntent, amount: '0100' },
    { checkoutUrl: '/pay/7' },
    { reference: 'cart', fetchIntent, amount: 100 },
  ]) {
    it(`names a purchase as the form in a page does: ${JSON.stringify(values)}`, () => {
      const purchases = new ParentAttemptStore();
      const key = purchases.registerPurchase(settings(values), nothing);
      purchases.save(key, 'a', 'sent');
      purchases.close();
      expect(new BrowserAttemptStore().read(purchaseOf(values))?.paymentId).to.equal('a');
    });
  }

  it('rejects lock() and peek() for an unknown handle', async () => {
    const purchases = new ParentAttemptStore();
    const key = purchases.registerPurchase(settings({ intentUrl: new URL(pageUrl) }), nothing);
    for (const ask of [purchases.lock(key), purchases.peek(key), purchases.lock('7')]) {
      const answer = await ask.catch((error: unknown) => error);
      expect(answer).to.be.an.instanceOf(Error);
    }
  });

  it('keeps the handle for equal settings', () => {
    const purchases = new ParentAttemptStore();
    const keys = ['en', 'ar'].map((lang) =>
      purchases.registerPurchase(settings({ fetchIntent, amount: 100, lang }), nothing),
    );
    purchases.close();
    expect(keys).to.deep.equal(['1', '1']);
  });

  it('keeps a payment as paid, which another tab may have learned, until the merchant’s server has named another end', () => {
    const purchases = new ParentAttemptStore();
    const key = purchases.registerPurchase(settings({ reference: 'cart', fetchIntent }), nothing);
    purchases.save(key, 'a', 'paid');
    for (const stage of ['sent', 'waiting', 'free', 'given-up'] as const) {
      purchases.save(key, 'a', stage);
      expect(purchases.read(key)?.stage).to.equal('paid');
    }
    purchases.save(key, 'a', 'free', true);
    purchases.close();
    expect(purchases.read(key)?.stage).to.equal('free');
  });

  const fetchStatus = () => Promise.resolve({});
  const addresses = { reference: 'cart', intentUrl: '/intent', statusUrl: '/status' };
  for (const [what, other] of Object.entries({
    'address for the intent': { ...addresses, intentUrl: '/intent?2' },
    'address for the outcome': { ...addresses, statusUrl: '/status?2' },
    'function for the intent': { ...addresses, intentUrl: undefined, fetchIntent },
    'function for the outcome': { ...addresses, statusUrl: undefined, fetchStatus },
  })) {
    it(`gives another handle for another ${what}, with the same store entry`, () => {
      const purchases = new ParentAttemptStore();
      const first = purchases.registerPurchase(settings(addresses), nothing);
      const before = purchases.getSources(first);
      purchases.save(first, 'a', 'sent');
      const second = purchases.registerPurchase(settings(other), nothing);
      purchases.close();
      expect(second).not.to.equal(first);
      expect(purchases.getSources(first)).to.equal(before);
      expect(purchases.read(second)?.paymentId).to.equal('a');
    });
  }
});
