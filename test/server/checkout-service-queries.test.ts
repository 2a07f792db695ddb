import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { searchPayment, isRecordNotFound, retireIntent } from '../../src/server/checkout/service-queries.js';
import type { IntentEntry } from '../../src/server/checkout/record.js';
import { PayError, type PayClient } from '../../src/server/index.js';
import type { Payment, PaymentIntent } from '../../src/wire/index.js';

const minute = 60_000;
const start = Date.parse('2030-01-01T00:00:00Z');
const stamp = (minutes: number) => new Date(start + minutes * minute).toISOString();

/** Made at the start, so it expires after an hour. */
const intent: IntentEntry = {
  number: 1,
  id: 'i1',
  amount: 10_000,
  currency: 'SAR',
  description: '7',
  callbackUrl: 'https://shop.example/back?pay_order=7&pay_intent=1',
  expiresAt: stamp(60),
  until: start + 60 * minute,
  state: 'open',
};
const unused = { type: 'intent-read', id: 'i1', state: 'unused' };
const used = { ...unused, state: 'used' };

const refusal = (status: number, type: string) => new PayError('api', 'Refused.', { status, type });
const unknown = refusal(404, 'record_not_found');
const notNow = refusal(400, 'invalid_request_error');

describe('an intent that is taken out of use', () => {
  type Shown = Partial<PaymentIntent> | PayError;
  const table: [
    title: string,
    cancel: PayError | undefined,
    shown: Shown,
    minutes: number,
    proof: object | undefined,
  ][] = [
    ['is unused when the service cancels it', undefined, {}, 0, unused],
    ['is not proven unused when the service does not know it yet', unknown, {}, 0, undefined],
    [
      'is not proven unused when the service does not know it within its first minute',
      unknown,
      {},
      0.9,
      undefined,
    ],
    ['is unused when the service does not know it after a minute', unknown, {}, 1, unused],
    ['is used when it cannot be canceled and is fulfilled', notNow, { status: 'fulfilled' }, 0, used],
    ['is unused when it was canceled before', notNow, { status: 'canceled' }, 0, unused],
    ['is not proven unused while it may still be used', notNow, { status: 'created' }, 59, undefined],
    [
      'is unused when it cannot be canceled any more and its hour is over',
      notNow,
      { status: 'created' },
      60,
      unused,
    ],
    [
      'is not proven unused before the expiry that the service shows now',
      notNow,
      { status: 'created', expires_at: stamp(90) },
      89,
      undefined,
    ],
    [
      'is unused after the expiry that the service shows now',
      notNow,
      { status: 'created', expires_at: stamp(30) },
      30,
      unused,
    ],
    ['is not proven unused in a state of later', notNow, { status: 'limbo' as 'created' }, 61, undefined],
    ['is not proven unused when the service does not show it', notNow, unknown, 61, undefined],
  ];
  for (const [title, cancel, shown, minutes, proof] of table) {
    it(title, async () => {
      const client = {
        cancelPaymentIntent: async () => {
          if (cancel) throw cancel;
        },
        retrievePaymentIntent: async () => {
          if (shown instanceof PayError) throw shown;
          return { id: 'i1', ...shown };
        },
      } as unknown as PayClient;
      assert.deepEqual(await retireIntent(client, intent, start + minutes * minute), proof);
    });
  }

  for (const [title, failure] of [
    ['the service is down', refusal(503, 'api_error')],
    ['a proxy knows no such address', refusal(404, 'not_found')],
    ['the key is refused', refusal(401, 'authentication_error')],
    ['no answer arrives', new PayError('network', 'No answer.')],
    ['something else breaks', Object.assign(new Error('Broken.'), { status: 400 })],
  ] as const) {
    it(`proves nothing, and says why, when ${title}`, async () => {
      const client = { cancelPaymentIntent: () => Promise.reject(failure) } as unknown as PayClient;
      await assert.rejects(retireIntent(client, intent, start), failure);
    });
  }
});

it('an id is unknown only when the service itself says so', () => {
  assert.equal(isRecordNotFound(unknown), true);
  assert.equal(isRecordNotFound(refusal(404, 'not_found')), false);
  assert.equal(isRecordNotFound(refusal(400, 'record_not_found')), false);
  assert.equal(
    isRecordNotFound(Object.assign(new Error(), { status: 404, type: 'record_not_found' })),
    false,
  );
});

describe('the payment of an intent is searched in the list,', () => {
  const other = { id: 'x', description: '7', callback_url: 'https://shop.example/', created_at: stamp(0) };
  const wanted = { ...other, id: 'p', callback_url: intent.callbackUrl };
  type Page = [payments: object[], next: number | null | undefined];

  /** What was found, and which pages were read. */
  async function search(pageOf: (page: number) => Page) {
    const pages: (number | undefined)[] = [];
    const client = {
      listPayments: async ({ page }: { page?: number }) => {
        pages.push(page);
        const [payments, next] = pageOf(page ?? 0);
        return { payments: payments as Payment[], ...(next !== undefined && { meta: { next_page: next } }) };
      },
    } as unknown as PayClient;
    return { found: (await searchPayment(client, intent))?.id, pages };
  }

  const table: [title: string, pages: Page[], found: string | undefined, read: number][] = [
    ['and found among others', [[[other, wanted], null]], 'p', 1],
    [
      'and found on a later page',
      [
        [[other], 2],
        [[other], 3],
        [[wanted], 4],
      ],
      'p',
      3,
    ],
    [
      'and one with another description is another',
      [[[{ ...wanted, description: '8' }], null]],
      undefined,
      1,
    ],
    ['and one with another address is another', [[[{ ...other, id: 'p' }], null]], undefined, 1],
    [
      'to its last page',
      [
        [[other], 2],
        [[other], null],
        [[wanted], null],
      ],
      undefined,
      2,
    ],
    [
      'to an empty page',
      [
        [[], 2],
        [[wanted], null],
      ],
      undefined,
      1,
    ],
    [
      'to its only page when it does not say whether there are more',
      [
        [[other], undefined],
        [[wanted], null],
      ],
      undefined,
      1,
    ],
    [
      'past payments of an hour before the intent, as clocks may be wrong',
      [
        [[{ ...other, created_at: stamp(-60) }], 2],
        [[wanted], null],
      ],
      'p',
      2,
    ],
    [
      'and not past payments of more than an hour before the intent',
      [
        [[other, { ...other, created_at: stamp(-61) }], 2],
        [[wanted], null],
      ],
      undefined,
      1,
    ],
    [
      'past a payment that does not say when it was made',
      [
        [[{ ...other, created_at: null }], 2],
        [[wanted], null],
      ],
      'p',
      2,
    ],
  ];
  for (const [title, pages, found, read] of table) {
    it(title, async () => {
      const searched = await search((page) => pages[page - 1]!);
      assert.equal(searched.found, found);
      assert.deepEqual(
        searched.pages,
        Array.from({ length: read }, (_, index) => index + 1),
      );
    });
  }

  it('and a list without end is left after a hundred pages', async () => {
    const { found, pages } = await search((page) => [[other], page + 1]);
    assert.equal(found, undefined);
    assert.deepEqual([pages.length, pages.at(-1)], [100, 100]);
  });
});
