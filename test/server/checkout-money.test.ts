import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  findDiscount,
  hasTerms,
  isSameAddress,
  readOrderId,
  type IntentTerms,
} from '../../src/server/checkout/terms.js';
import type { Order } from '../../src/server/index.js';
import type { Payment } from '../../src/wire/index.js';
import { openCheckout, order7 } from './checkout-shop.js';
import { challenged } from './payer.js';

const seller = '0b0a4f2e-6a3c-4c58-9d55-4d7f0f6f2a11';
const platform = '7f1c2b9a-9a35-4f0e-8b0d-0a6a5f3c9e22';
const invoice = '5c8a7f10-1b2d-4e3f-8a9b-0c1d2e3f4a5b';
const split = { amount: 9000, recipient_id: seller, recipient_type: 'Beneficiary' } as const;
const shownSplit = { ...split, fee_source: false, refundable: true, reference: null, description: null };
const a1 = { metadata: { a: '1' } };

describe('hasTerms', () => {
  const authorized = { status: 'authorized' };
  const b1 = { metadata: { a: '1', b: '2' } };
  const onlySplit = { splits: [split] };
  const empty = { metadata: { a: '' } };
  const noReference = { splits: [{ ...split, reference: '' }] };
  const noDescription = { splits: [{ ...split, description: undefined }] };
  const added = { metadata: { a: '1', '#coupon_id': 'c', samsungpay_order_id: 's' } };
  const twoSplits = { splits: [split, { ...split, recipient_id: platform }] };
  const turned = { splits: [{ ...shownSplit, recipient_id: platform }, shownSplit] };
  const taken: [title: string, terms: IntentTerms | undefined, shown: object][] = [
    ['any metadata and splits if none are named', undefined, { ...a1, splits: [shownSplit] }],
    ['the invoice in capitals', { invoiceId: invoice }, { invoice_id: invoice.toUpperCase() }],
    ['a number for its digits', a1, { metadata: { a: 1 } }],
    ['true for its word', { metadata: { a: 'true' } }, { metadata: { a: true } }],
    ['keys that the service has added', a1, added],
    ['missing metadata for an empty value, of which a service may keep nothing', empty, { metadata: null }],
    ['a missing reference for an empty one', noReference, { splits: [{ ...shownSplit, reference: null }] }],
    ['missing metadata if the order wants none', { metadata: {} }, { metadata: null }],
    ['the splits in another order', twoSplits, turned],
    ['any part of a split that the order leaves out', noDescription, { splits: [shownSplit] }],
    ['a payment that shows no source', { methods: ['stcpay'] }, {}],
    ['no splits if the account is not shown them', onlySplit, { splits: null }],
    ['an authorization of a manual order', { manual: true }, authorized],
    ['either if the order does not say', {}, authorized],
    ['a refunded payment, however it was taken', { manual: true }, { status: 'refunded' }],
  ];
  const refused: typeof taken = [
    ['an invoice that is not of the order', undefined, { invoice_id: invoice }],
    ['a payment without the invoice', { invoiceId: invoice }, {}],
    ['another value', a1, { metadata: { a: '2' } }],
    ['a missing key', b1, a1],
    ['a missing key that should be the word undefined', { metadata: { a: 'undefined' } }, {}],
    ['a key that every object has', { metadata: { toString: 'x' } }, { metadata: {} }],
    ['an object that cannot be made a text', a1, { metadata: { a: { toString: 1 } } }],
    ['missing metadata', a1, { metadata: null }],
    ['a value where the order wants an empty one', empty, a1],
    ['another recipient', onlySplit, { splits: [{ ...shownSplit, recipient_id: platform }] }],
    ['another part', onlySplit, { splits: [{ ...shownSplit, amount: 8999 }] }],
    ['a split twice', onlySplit, { splits: [shownSplit, shownSplit] }],
    ['no splits', onlySplit, { splits: [] }],
    ['splits if the order wants none', { splits: [] }, { splits: [shownSplit] }],
    ['a split that a refund leaves untouched', onlySplit, { splits: [{ ...shownSplit, refundable: false }] }],
    ['money that a manual order wanted authorized', { manual: true }, {}],
    ['an authorization if it is not manual', { manual: false }, authorized],
  ];
  const judge = (terms: IntentTerms | undefined, shown: object) =>
    hasTerms({ id: 'p', status: 'paid', ...shown } as Payment, terms);
  for (const [title, terms, shown] of taken)
    it(`takes ${title}`, () => assert.equal(judge(terms, shown), true));
  for (const [title, terms, shown] of refused)
    it(`refuses ${title}`, () => assert.equal(judge(terms, shown), false));
});

describe('isSameAddress', () => {
  const address = 'https://shop.example/back?name=a%20b&pay_order=7';
  for (const [other, expected] of [
    [address, true],
    ['https://SHOP.example:443/back?name=a+b&pay_order=%37', true],
    ['https://shop.example/back?name=a%20b&pay_order=8', false],
    ['https://shop.example/back/?name=a%20b&pay_order=7', false],
    ['https://other.example/back?name=a%20b&pay_order=7', false],
    [null, false],
    ['back', false],
  ] as const)
    it(`${expected ? 'takes' : 'refuses'} ${other}`, () =>
      assert.equal(isSameAddress(other, address), expected));

  it('takes a text that is no address for itself', () => assert.equal(isSameAddress('back', 'back'), true));
});

it('a payment whose address is none names no order', () => {
  for (const callback_url of ['back', null, undefined])
    assert.equal(readOrderId({ callback_url }), undefined);
});

const coupon = { id: 'c1', percent: 15, maxDiscount: 1200 };
const price = { amount: 3333, currency: 'SAR' };

describe('findDiscount', () => {
  // 15 % of 33.33 are 4.9995.
  for (const [title, amount, named, expected, change] of [
    ['is 0 for the whole amount', 3333, undefined, 0],
    ['takes a discount that was rounded up', 2833, 'c1', 500],
    ['takes a discount that was rounded down', 2834, 'c1', 499],
    ['refuses one smallest unit more', 2832, 'c1', undefined],
    ['refuses two smallest units less', 2835, 'c1', undefined],
    ['refuses the right amount without a coupon', 2833, undefined, undefined],
    ['refuses the right amount with a coupon that the order does not list', 2833, 'c2', undefined],
    ['refuses a higher amount', 3833, 'c1', undefined],
    ['refuses another currency', 2833, 'c1', undefined, { currency: 'USD' }],
    ['takes the cap, and no more', 2133, 'c3', 1200],
    ['refuses what the percent without the cap would give', 1666, 'c3', undefined],
    ['takes all of a coupon of 100 percent', 0, 'c4', 3333],
    ['takes one smallest unit less than that', 1, 'c4', 3332],
    ['refuses one smallest unit above the price', 3334, 'c6', undefined],
    ['refuses less than nothing', -1, 'c4', undefined],
    ['takes either rule of a coupon that is listed twice', 1666, 'c5', 1667],
    ['refuses a list with the name of a coupon', 2833, ['c1'], undefined],
    ['refuses an object that cannot be made a text', 2833, { toString: 1 }, undefined],
  ] as const)
    it(title, () => {
      const [capped, twice] = ['c3', 'c5'].map((id) => ({ ...coupon, id, percent: 50 }));
      const coupons = [
        coupon,
        capped!,
        { id: 'c4', percent: 100 },
        twice!,
        { id: 'c5', percent: 50 },
        { ...coupon, id: 'c6', maxDiscount: 0 },
      ];
      const metadata = named && { '#coupon_id': named };
      const payment = { ...price, amount, metadata, ...change } as unknown as Payment;
      assert.equal(findDiscount(payment, price, coupons), expected);
    });
});

/** An order, and how the service shows its payment. */
async function openShown(t: TestContext, shown: object, order: Partial<Order> = {}, options = {}) {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const shop = await openCheckout(t, options);
  shop.list[0] = { ...order7, ...order };
  const intent = await shop.intent();
  const { id } = await shop.pay(intent);
  shop.shown.payments = (body) => ({ ...body, ...shown });
  return {
    ...shop,
    id,
    issued: intent,
    later: (hours: number) => t.mock.timers.setTime(Date.now() + hours * 3_600_000),
    told: () => shop.errors.map((error) => (error as { type?: string }).type),
  };
}

describe('a coupon', () => {
  const discounted = { amount: 8800, metadata: { '#coupon_id': 'c1', '#coupon_discount': 15 } };
  const ways = {
    settle: async ({ checkout, id }) => void (await checkout().settle(id)),
    'the page': async ({ status, id }) => void (await status(id)),
    'the next request for an intent': async ({ askIntent }) => void (await askIntent()),
    'a webhook': async ({ deliver, id }) => void (await deliver({ id, status: 'paid' })),
    'the sweep': async ({ sweep, later }) => void (later(1), await sweep()),
  } satisfies Record<string, (shop: Awaited<ReturnType<typeof openShown>>) => Promise<void>>;
  for (const [way, read] of Object.entries(ways))
    it(`that the order lists pays, and the settlement says what it took off: by ${way}`, async (t) => {
      const shop = await openShown(t, discounted, { coupons: [coupon] });
      assert.equal((shop.issued as { apply_coupon?: true }).apply_coupon, true);
      await read(shop);
      assert.deepEqual(
        shop.settled.map(({ verdict, discount }) => [verdict, discount]),
        [['paid', 1200]],
      );
      assert.equal(await shop.answer(), 'order_paid');
    });

  for (const [title, coupons] of [
    ['that the order does not list', []],
    ['of another percent', [{ ...coupon, percent: 5 }]],
    ['with a lower cap', [{ ...coupon, maxDiscount: 100 }]],
  ] as const)
    it(`${title} is held money: metadata can come from a browser`, async (t) => {
      const shop = await openShown(t, discounted, { coupons });
      const { verdict, discount } = await shop.checkout().settle(shop.id);
      assert.deepEqual([verdict, discount, await shop.answer()], ['mismatch', undefined, 'payment_held']);
    });

  it('of the order that the payer did not use leaves the whole amount', async (t) => {
    const shop = await openShown(t, {}, { coupons: [coupon] });
    const { verdict, discount } = await shop.checkout().settle(shop.id);
    assert.deepEqual([verdict, discount], ['paid', undefined]);
  });
});

describe('held money that is not what the order asked for', () => {
  for (const [title, shown, order] of [
    ['another amount', { amount: 9999 }, {}],
    ['another currency', { currency: 'USD' }, {}],
    ['other metadata', { metadata: { a: '2' } }, a1],
    ['its money taken at once', {}, { manual: true }],
    ['an authorization of another amount', { status: 'authorized', amount: 1 }, {}],
  ] as const)
    it(`blocks a second payment, and the operator is called once a day: ${title}`, async (t) => {
      const shop = await openShown(t, shown, order);
      assert.equal((await shop.checkout().settle(shop.id)).verdict, 'mismatch');
      for (let sweeps = 0; sweeps < 3; sweeps++) await shop.sweep();
      const { type, payment } = await shop.conflict();
      assert.deepEqual([type, payment?.id], ['payment_held', shop.id]);
      assert.equal(await shop.answer({ instead_of: shop.id }), 'payment_held');
      assert.deepEqual(shop.told(), ['payment_held']);
      assert.match(String(shop.errors), /adopt\('7', '[\w-]+'\).*refund\('7', \{ key \}\)/);
      shop.later(24);
      await shop.sweep();
      assert.deepEqual(shop.told(), ['payment_held', 'payment_held']);
      const { mismatched, open } = await shop.checkout().report();
      assert.deepEqual([mismatched, open], [1, 0]);
    });

  it('opens the order again when it is given back, by the library or by hand', async (t) => {
    for (const give of ['refund', 'void', 'by hand'] as const) {
      const shop = await openShown(t, { amount: 9999 });
      assert.equal(await shop.answer(), 'payment_held');
      shop.shown.payments = (body) => ({ ...body, amount: 9999 });
      if (give === 'by hand') await shop.client.refundPayment(shop.id);
      else if (give === 'refund')
        await shop
          .checkout()
          .refund('7', { key: 'a', amount: 9999 })
          .catch(() => undefined);
      else await shop.checkout().void('7');
      shop.shown.payments = undefined;
      if (give === 'refund') await shop.client.refundPayment(shop.id);
      assert.equal(await shop.answer(), '201', give);
      shop.later(24);
      await shop.sweep();
      assert.deepEqual(shop.told(), [], give);
      t.mock.timers.reset();
    }
  });

  it('pays when the operator adopts it, whatever the service shows afterwards', async (t) => {
    const shop = await openShown(t, { amount: 9999 });
    await shop.checkout().settle(shop.id);
    assert.equal((await shop.checkout().adopt('7', shop.id)).verdict, 'paid');
    assert.equal(await shop.answer(), 'order_paid');
    assert.deepEqual(shop.verdicts(), ['mismatch', 'paid']);
    await shop.client.voidPayment(shop.id);
    assert.equal(await shop.answer(), '201');
  });
});

describe('a status without money', () => {
  for (const status of ['verified', 'expired'])
    it(`${status} ends the payment without money, is given nothing back, and may be paid later`, async (t) => {
      const shop = await openShown(t, { status });
      assert.equal((await shop.checkout().settle(shop.id)).verdict, 'failed');
      for (const operation of ['refund', 'void', 'capture'] as const)
        await assert.rejects(shop.checkout()[operation]('7', { key: 'a' }), {
          code: 'configuration',
          message: /Nothing was sent/,
        });
      assert.equal(await shop.answer(), '201');
      shop.shown.payments = undefined;
      assert.equal((await shop.checkout().settle(shop.id)).verdict, 'paid');
      assert.deepEqual(shop.verdicts(), ['failed', 'paid']);
    });

  it('that is not known is neither: the order waits, however long, and is asked about', async (t) => {
    const shop = await openShown(t, { status: 'a later word' });
    for (const hours of [0, 2, 24, 48]) {
      shop.later(hours);
      await shop.sweep();
      assert.equal(await shop.answer(), 'payment_open');
    }
    assert.deepEqual(shop.verdicts(), []);
    shop.shown.payments = undefined;
    await shop.sweep();
    assert.deepEqual(shop.verdicts(), ['paid']);
  });

  it('is to be refunded at the service where another payment pays, whose money `refund` would return', async (t) => {
    const shop = await openCheckout(t);
    const first = await shop.intent();
    await shop.pay(first, challenged);
    await shop.status(first.payment_id);
    const second = await shop.intent({ instead_of: first.payment_id });
    await shop.pay(second);
    await shop.checkout().settle(second.payment_id);
    shop.shown.payments = (body) =>
      body['id'] === first.payment_id ? { ...body, status: 'paid', amount: 1 } : body;
    await shop.checkout().settle(first.payment_id);
    await shop.sweep();
    assert.deepEqual(shop.verdicts(), ['paid', 'mismatch']);
    assert.match(String(shop.errors), new RegExp(`Refund payment ${first.payment_id} at the service`));
    assert.doesNotMatch(String(shop.errors), /refund\('7'/);
  });
});

describe('a payment that is shown strangely', () => {
  for (const [title, shown] of [
    ['without an address', { callback_url: null }],
    [
      'with its address in another spelling',
      { callback_url: 'https://SHOP.example/back?lang=en&pay_order=%37' },
    ],
    ['with another description', { description: 'Called the payer' }],
    ['without times', { created_at: null, updated_at: null }],
    [
      'with displayed fields of other types',
      { fee: 'none', amount_format: 7, ip: 7, splits: 'x', created_at: 7 },
    ],
  ] as const)
    it(`pays for its order all the same: ${title}`, async (t) => {
      const shop = await openShown(t, shown);
      shop.later(1);
      await shop.sweep();
      assert.deepEqual(shop.verdicts(), ['paid']);
      assert.equal(await shop.answer(), 'order_paid');
    });

  for (const shown of [{ refunded: 10_001 }, { refunded: 3000, amount: 100 }, { refunded: 1, captured: -1 }])
    it(`opens no paid order by a refund that cannot be: ${JSON.stringify(shown)}`, async (t) => {
      const shop = await openShown(t, {});
      await shop.checkout().settle(shop.id);
      shop.shown.payments = (body) => ({ ...body, status: 'refunded', ...shown });
      assert.equal((await shop.checkout().settle(shop.id)).verdict, 'paid');
      assert.equal(await shop.answer(), 'order_paid');
    });

  it('is over when it is first seen with more refunded than it was over', async (t) => {
    const shop = await openShown(t, {});
    shop.shown.payments = (body) => ({ ...body, status: 'refunded', refunded: 10_001 });
    assert.equal((await shop.checkout().settle(shop.id)).verdict, 'reversed');
  });

  it('as another payment than the one that was asked for moves no money of that other one', async (t) => {
    const shop = await openShown(t, {});
    await shop.checkout().settle(shop.id);
    const { id } = await shop.pay(await shop.intent(undefined, '8'));
    shop.shown.payments = (body) => ({ ...body, id });
    await assert.rejects(shop.checkout().refund('7', { key: 'a' }), { code: 'api', message: /another `id`/ });
    for (const each of [id, shop.id]) assert.equal((await shop.client.retrievePayment(each)).refunded, 0);
  });
});

describe('the terms of an order', () => {
  const terms = {
    metadata: { basket: '12' },
    splits: [split, { amount: 1000, recipient_id: platform }],
    manual: true,
  };
  const sent = { metadata: terms.metadata, splits: terms.splits, manual: true };

  it('go with the intent, and the payment is judged by those of its intent', async (t) => {
    const shop = await openCheckout(t);
    shop.list[0] = { ...order7, ...terms, invoiceId: invoice };
    const { id, client_secret, amount, currency, expires_at, payment_id, ...more } = await shop.intent();
    assert.ok(id && client_secret && amount && currency && expires_at && payment_id);
    assert.deepEqual(more, { ...sent, invoice_id: invoice });
    shop.list[0] = { ...order7, ...terms };
    const issued = await shop.intent();
    shop.list[0] = { ...order7, metadata: { basket: '13' } };
    assert.equal(
      (await shop.checkout().settle((await shop.pay(issued, undefined, sent)).id)).verdict,
      'authorized',
    );
  });

  const broken = (name: string) =>
    RegExp(`order whose \`${name}\` is not free of NUL and of halves of an emoji`);
  const untimed =
    /order whose `expiresAt` is not an ISO 8601 date-time with its zone, such as 2026-11-29T12:00:00Z/;
  const percent = /`coupons.*percent` must be above 0 and at most 100/;
  const mistakes: readonly [title: string, change: object, message: RegExp][] = [
    ['31 keys', { metadata: { ...Array(31).fill('') } }, /metadata` must have at most 30 keys/],
    [
      'a key of 41 characters',
      { metadata: { ['k'.repeat(41)]: '' } },
      /metadata` must have keys of at most 40 /,
    ],
    [
      'a value of 501 characters',
      { metadata: { k: 'v'.repeat(501) } },
      /metadata` must have values of at most 500 /,
    ],
    ['a number in its metadata', { metadata: { k: 12 } }, /`metadata.k` must be of type string/],
    ['a coupon of 0 percent', { coupons: [{ id: 'c', percent: 0 }] }, percent],
    ['a coupon of 101 percent', { coupons: [{ id: 'c', percent: 101 }] }, percent],
    ['no currency', { currency: null }, /`currency` is not an ISO 4217 code, such as SAR, but missing\./],
    ['a currency in small letters', { currency: 'sar' }, /such as SAR, but the string "sar"\./],
    ['an amount of a BIGINT column', { amount: '10000' }, /smallest currency unit, but the string "10000"\./],
    ['an amount with a fraction', { amount: 19.99 * 100 }, /unit, but the number 1998\.9999999999998\./],
    [
      'an address without https',
      { callbackUrl: 'ftp://a/?key=b' },
      /is not an https address, but a string\./,
    ],
    ['half an emoji in a value', { metadata: { note: 'Thanks \ud83d' } }, broken('metadata')],
    ['half an emoji in a key', { metadata: { '\ude00': 'a' } }, broken('metadata')],
    ['NUL in its description', { description: 'a\0b' }, broken('description')],
    ['half an emoji in a reference', { splits: [{ ...split, reference: '\ud83d' }] }, broken('splits')],
    ...['2039-11-29 12:00:00', '2039-11-29T12:00', '11/12/2039', new Date(2039, 1), 'soon'].map(
      (expiresAt): [string, object, RegExp] => [`the end ${String(expiresAt)}`, { expiresAt }, untimed],
    ),
  ];
  for (const [title, change, message] of mistakes)
    it(`with ${title} are named as the mistake before anything is made`, async (t) => {
      const shop = await openCheckout(t);
      shop.list[0] = { ...order7, ...change } as never;
      assert.equal((await shop.askIntent()).status, 503);
      assert.match(String(shop.errors), message);
      assert.deepEqual([shop.calls, await shop.record()], [[], {}]);
    });

  it('may have the address of its return page between blanks, and whole emojis', async (t) => {
    const shop = await openCheckout(t);
    const metadata = { note: 'Thanks 😀', path: String.raw`C:\ud83d\u0000` };
    shop.list[0] = { ...order7, callbackUrl: ` ${order7.callbackUrl}\n`, metadata };
    const { id } = await shop.pay(await shop.intent(), undefined, { metadata });
    assert.equal((await shop.checkout().settle(id)).verdict, 'paid');
  });

  it('may have 30 keys of 40 characters, a value of 500 and a coupon of 100 percent', async (t) => {
    const shop = await openCheckout(t);
    const keys = Array.from({ length: 30 }, (_, at) => String(at).padEnd(40, 'k'));
    const metadata = Object.fromEntries(keys.map((key) => [key, 'v'.repeat(500)]));
    shop.list[0] = { ...order7, metadata, coupons: [{ id: 'c', percent: 100 }] };
    assert.deepEqual(((await shop.intent()) as { metadata?: object }).metadata, metadata);
  });

  for (const id of ['pay-checkout:sweep', 'ش'.repeat(513), 'a\0', '\ud800', '', 7])
    it(`with the id ${JSON.stringify(id).slice(0, 30)} are named as the mistake before anything is made`, async (t) => {
      const shop = await openCheckout(t, {
        aroundOrders: (orders) => ({ ...orders, find: async () => ({ ...order7, id }) as never }),
      });
      assert.equal((await shop.askIntent()).status, 503);
      assert.match(
        String(shop.errors),
        /`orders.find` returned an order whose `id` is not a string of 1 to 1024/,
      );
      assert.deepEqual([shop.calls, shop.records.open()], [[], []]);
    });

  it('may be null for what is not there, and `[]` for an empty map', async (t) => {
    const shop = await openCheckout(t);
    const nulls = {
      description: null,
      splits: null,
      manual: null,
      invoiceId: null,
      coupons: null,
      expiresAt: null,
    };
    shop.list[0] = { ...order7, ...nulls, metadata: [], serial: 7n } as never;
    const { metadata, ...more } = (await shop.intent()) as { metadata?: object };
    assert.deepEqual([metadata, Object.keys(more).length], [{}, 6]);
  });

  it('may have null inside for what is not there, as the claims of a token may', async (t) => {
    const shop = await openCheckout(t);
    const nested = {
      metadata: { note: null, basket: '7' },
      splits: [{ ...split, reference: null, description: undefined }],
      coupons: [{ id: 'c', percent: 10, maxDiscount: null }],
    };
    shop.list[0] = { ...order7, ...nested } as never;
    const { metadata, splits } = (await shop.intent()) as { metadata?: object; splits?: object };
    assert.deepEqual([metadata, splits], [{ basket: '7' }, [split]]);
  });
});

it('a payment that waits at the bank, whose price changes meanwhile, pays at the price of its intent', async (t) => {
  const shop = await openCheckout(t);
  const { id, source } = await shop.pay(await shop.intent(), challenged);
  shop.list[0] = { ...order7, amount: 20_000 };
  await shop.service.answer(source.transaction_url, 'authenticated');
  assert.equal((await shop.checkout().settle(id)).verdict, 'paid');
  assert.equal(await shop.answer(), 'order_paid');
});
