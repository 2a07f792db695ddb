import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasDetails, type PaymentDetails } from '../../src/server/checkout/payment-details.js';
import type { Payment } from '../../src/wire/index.js';
import { openCheckout, order7 } from './checkout-shop.js';

const seller = '0b0a4f2e-6a3c-4c58-9d55-4d7f0f6f2a11';
const platform = '7f1c2b9a-9a35-4f0e-8b0d-0a6a5f3c9e22';
const invoice = '5c8a7f10-1b2d-4e3f-8a9b-0c1d2e3f4a5b';
const split = { amount: 9000, recipient_id: seller, recipient_type: 'Beneficiary' } as const;
const shownSplit = { ...split, fee_source: false, refundable: true, reference: null, description: null };

describe('a payment', () => {
  const table: [title: string, details: PaymentDetails | undefined, shown: object, expected: boolean][] = [
    [
      'of an order without details is right, whatever metadata and splits the page sends',
      undefined,
      { metadata: { a: '1' }, splits: [shownSplit] },
      true,
    ],
    [
      'of an order without an invoice must not pay for an invoice beside',
      undefined,
      { invoice_id: invoice },
      false,
    ],
    [
      'with the invoice of the order is right',
      { invoiceId: invoice },
      { invoice_id: invoice.toUpperCase() },
      true,
    ],
    ['without the invoice of the order is wrong', { invoiceId: invoice }, {}, false],
    [
      'with the same metadata in another order is right',
      { metadata: { a: '1', b: '2' } },
      { metadata: { b: '2', a: '1' } },
      true,
    ],
    [
      'with metadata that the service answers as a number is right',
      { metadata: { a: '1' } },
      { metadata: { a: 1 } },
      true,
    ],
    [
      'with another value in its metadata is wrong',
      { metadata: { a: '1' } },
      { metadata: { a: '2' } },
      false,
    ],
    [
      'with one entry too few in its metadata is wrong',
      { metadata: { a: '1', b: '2' } },
      { metadata: { a: '1' } },
      false,
    ],
    [
      'with one entry too many in its metadata is wrong',
      { metadata: { a: '1' } },
      { metadata: { a: '1', gift: 'yes' } },
      false,
    ],
    [
      'without metadata is wrong where the order has some',
      { metadata: { a: '1' } },
      { metadata: null },
      false,
    ],
    ['without metadata is right where the order wants none', { metadata: {} }, { metadata: null }, true],
    ['with metadata is wrong where the order wants none', { metadata: {} }, { metadata: { a: '1' } }, false],
    ['with the splits of the order is right', { splits: [split] }, { splits: [shownSplit] }, true],
    [
      'with its splits in another order is right',
      { splits: [split, { ...split, recipient_id: platform }] },
      { splits: [{ ...shownSplit, recipient_id: platform }, shownSplit] },
      true,
    ],
    [
      'that is split for somebody else is wrong',
      { splits: [split] },
      { splits: [{ ...shownSplit, recipient_id: platform }] },
      false,
    ],
    [
      'that is split by another amount is wrong',
      { splits: [split] },
      { splits: [{ ...shownSplit, amount: 8999 }] },
      false,
    ],
    ['with the same split twice is wrong', { splits: [split] }, { splits: [shownSplit, shownSplit] }, false],
    ['that is not split is wrong where the order is', { splits: [split] }, { splits: [] }, false],
    ['that is split is wrong where the order is not to be', { splits: [] }, { splits: [shownSplit] }, false],
    [
      'whose refund leaves a split untouched is wrong where the order did not say so',
      { splits: [split] },
      { splits: [{ ...shownSplit, refundable: false }] },
      false,
    ],
    [
      'of an account that is shown no splits is not compared by them',
      { splits: [split] },
      { splits: null },
      true,
    ],
    [
      'that is only authorized is right where the order is manual',
      { manual: true },
      { status: 'authorized' },
      true,
    ],
    ['that was captured is right where the order is manual', { manual: true }, { status: 'captured' }, true],
    [
      'that was taken at once is wrong where the order is manual',
      { manual: true },
      { status: 'paid' },
      false,
    ],
    [
      'that is only authorized is wrong where the order is not manual',
      { manual: false },
      { status: 'authorized' },
      false,
    ],
    ['that is only authorized is right where the order does not say', {}, { status: 'authorized' }, true],
    ['that was refunded no longer shows how it was taken', { manual: true }, { status: 'refunded' }, true],
  ];
  for (const [title, details, shown, expected] of table)
    it(title, () => {
      assert.equal(hasDetails({ id: 'p', status: 'paid', ...shown } as Payment, details), expected);
    });
});

describe('an order with details', () => {
  const detailed = {
    ...order7,
    metadata: { basket: '12' },
    splits: [split, { amount: 1000, recipient_id: platform }],
    manual: true,
  };
  const sent = { metadata: detailed.metadata, splits: detailed.splits };

  it('has them in the answer for an intent, as the tag sends them', async (t) => {
    const shop = await openCheckout(t);
    shop.list[0] = { ...detailed, invoiceId: invoice };
    const { id, client_secret, amount, currency, expires_at, ...more } = await shop.intent();
    assert.ok(id && client_secret && amount && currency && expires_at);
    assert.deepEqual(more, { ...sent, manual: true, invoice_id: invoice });
  });

  it('is authorized by a payment that carries them', async (t) => {
    const shop = await openCheckout(t);
    shop.list[0] = detailed;
    const { client_secret: secret } = await shop.intent();
    const { id } = await shop.service.pay({ secret, manual: true, more: sent });
    assert.equal((await shop.checkout().settle(id)).verdict, 'authorized');
  });

  for (const [title, change] of [
    ['other metadata', { more: { ...sent, metadata: { basket: '13' } } }],
    ['no splits', { more: { metadata: sent.metadata } }],
    ['its money taken at once', { manual: false }],
  ] as const)
    it(`is not paid by a payment with ${title}`, async (t) => {
      const shop = await openCheckout(t);
      shop.list[0] = detailed;
      const { client_secret: secret } = await shop.intent();
      const { id } = await shop.service.pay({ secret, manual: true, more: sent, ...change });
      assert.equal((await shop.checkout().settle(id)).verdict, 'mismatch');
    });

  it('is judged by what it asked for when its intent was made', async (t) => {
    const shop = await openCheckout(t);
    shop.list[0] = detailed;
    const { client_secret: secret } = await shop.intent();
    shop.list[0] = { ...detailed, metadata: { basket: '13' }, manual: false };
    const { id } = await shop.service.pay({ secret, manual: true, more: sent });
    assert.equal((await shop.checkout().settle(id)).verdict, 'authorized');
  });

  it('gets another intent when they change, and the one before is canceled', async (t) => {
    const shop = await openCheckout(t);
    shop.list[0] = detailed;
    const first = await shop.intent();
    assert.equal((await shop.intent()).id, first.id);
    shop.list[0] = { ...detailed, splits: [] };
    const second = await shop.intent();
    assert.notEqual(second.id, first.id);
    assert.equal((await shop.client.retrievePaymentIntent(first.id)).status, 'canceled');
  });

  it('with a mistake in them is refused before anything is asked, and the field is named', async (t) => {
    const shop = await openCheckout(t, { around: () => ({}) as never });
    shop.list[0] = { ...detailed, metadata: { basket: 12 } } as never;
    assert.equal((await shop.askIntent()).status, 503);
    assert.deepEqual(
      shop.errors.map((error) => (error as Error).message),
      ['Order 7: `metadata.basket` must be of type string. Nothing was sent.'],
    );
  });
});
