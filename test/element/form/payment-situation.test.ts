import { expect } from 'chai';
import { describe, it } from 'node:test';
import type { CheckoutState, SettledState } from '../../../src/element/checkout/state.js';
import type { Price } from '../../../src/element/checkout/price.js';
import type { Attempt } from '../../../src/element/checkout/ports.js';
import { PayError } from '../../../src/error.js';
import { getPaymentSituation } from '../../../src/element/form/payment-situation.js';
import type { PaymentSituation } from '../../../src/element/i18n/notice.js';

const config = { baseUrl: 'https://api.example.com/v1' } as SettledState['attemptConfig'];
const paymentId = '11111111-1111-4111-8111-111111111111';
const held = (known: Attempt['previousTry']): Attempt => ({
  paymentId,
  intent: { id: 'i', clientSecret: 's' },
  config,
  previousTry: known,
});
const offline = new PayError('network', 'This device is offline.');
const around = {
  canFetchIntent: true,
  hasStatusSource: true,
  paymentHistory: {},
  getClosingTime: () => '12:34',
  formatPrice: ({ amount, currency }: Price) => `${amount} ${currency}`,
};

type Ready = Extract<CheckoutState, { phase: 'ready' }>;
type Unknown = Extract<CheckoutState, { phase: 'unknown' }>;
const ready = (over: Partial<Ready>): Ready => ({ phase: 'ready', ...over });
/** A form whose last attempt ended by this answer of the shop or the service. */
const refused = (details: ConstructorParameters<typeof PayError>[2]) =>
  ready({ error: new PayError('api', '', details) });

const unknown = (status?: string, transaction_url?: string, over: Partial<Unknown> = {}): CheckoutState => ({
  phase: 'unknown',
  outcome: {
    status: 'unknown',
    paymentId,
    ...(status
      ? { payment: { id: paymentId, status, source: { type: 'creditcard', transaction_url } } }
      : {}),
  },
  config,
  attempt: undefined,
  inOtherTab: false,
  intentStatus: 'open',
  confirmedByService: status !== undefined,
  openSince: 0,
  statusRequestCount: 0,
  notFound: undefined,
  anotherWay: 'none',
  ...over,
});

type Situation<K extends PaymentSituation['kind']> = Extract<PaymentSituation, { kind: K }>;
const ended = (error: Situation<'ended'>['error'], over: Partial<Situation<'ended'>> = {}) =>
  ({ kind: 'ended', error, isMerchantError: false, sent: 'maybe', ...over }) as const;
const byShop = { isMerchantError: true };
const open = (where: Situation<'open'>['where'], anotherWay: Unknown['anotherWay'] = 'none') =>
  ({ kind: 'open', where, hasStatusSource: true, anotherWay, paymentId }) as const;

const settled = (phase: 'paid' | 'failed', over: Partial<SettledState> = {}): CheckoutState => ({
  phase,
  outcome: { status: phase, paymentId },
  attemptConfig: config,
  ...over,
});

describe('what a state lets the payer know', () => {
  const bank = 'https://api.example.com/3ds';
  const table: readonly (readonly [string, CheckoutState, PaymentSituation | undefined])[] = [
    ['waiting', { phase: 'waiting' }, undefined],
    ['misconfigured', { phase: 'misconfigured', error: offline }, { kind: 'misconfigured', where: 'form' }],
    ['ready', ready({}), undefined],
    ['ready, soon over', ready({ isExpiringSoon: true }), { kind: 'expiring', time: '12:34' }],
    ['ready, a payment lost', ready({ held: held('lost') }), { kind: 'lost' }],
    ['ready after an attempt without a connection', ready({ error: offline }), ended('network')],
    ['ready after an attempt that got no intent', refused({ field: 'intent-url' }), ended('api', byShop)],
    [
      'ready after the shop refused more tries',
      refused({ field: 'intent-url', status: 429 }),
      ended('too-many-tries', byShop),
    ],
    [
      'ready after the shop asked for its own check',
      refused({ field: 'fetchIntent', status: 403, type: 'challenge_required' }),
      ended('challenge-required', byShop),
    ],
    [
      'ready after the service refused more tries, which is no word of the shop',
      refused({ status: 429 }),
      ended('api'),
    ],
    [
      'ready while another tab is paying',
      ready({ error: new PayError('canceled', ''), inOtherTab: true }),
      ended('other-tab'),
    ],
    [
      'ready after an error, a payment still lost',
      ready({ error: offline, held: held('lost') }),
      ended('network', { sent: 'lost' }),
    ],
    [
      'ready after an error, nothing was ever sent',
      ready({ error: offline, held: held('never-sent') }),
      ended('network', { sent: 'never' }),
    ],
    ['ready after a refusal', ready({ error: offline, held: held('refused') }), ended('network')],
    ['unknown, another window pays', unknown(undefined, undefined, { inOtherTab: true }), open('other-tab')],
    [
      'unknown, another way is offered',
      unknown(undefined, undefined, { anotherWay: 'offered' }),
      open('sent', 'offered'),
    ],
    ['unknown', unknown(), open('sent')],
    [
      'unknown, just back from the bank, where the payer may have approved',
      unknown('initiated', bank, { statusRequestCount: 1 }),
      open('sent'),
    ],
    [
      'unknown, with the bank’s page to go to',
      unknown('initiated', bank, { statusRequestCount: 2 }),
      open('at-bank'),
    ],
    ['unknown, with no page to go to', unknown('initiated'), open('sent')],
    [
      'unknown, with money that is not what was asked for',
      unknown('paid', undefined, { isHeld: true, statusRequestCount: 2 }),
      { kind: 'held' },
    ],
    ...(['order_paid', 'payment_open'] as const).map(
      (type): readonly [string, CheckoutState, PaymentSituation] => [
        `ready after a 409 of ${type} that names no payment`,
        refused({ field: 'checkout-url', status: 409, type }),
        ended('order-closed', byShop),
      ],
    ),
    ['expired by its time', { phase: 'expired', mayBePaid: false }, { kind: 'expired' }],
    ['refused as used', { phase: 'expired', mayBePaid: true }, { kind: 'intent-closed' }],
  ];
  for (const [what, state, known] of table) {
    it(`${what}: ${known?.kind ?? 'nothing'}`, () => {
      expect(getPaymentSituation(state, around)).to.deep.equal(known);
    });
  }

  it('paid, but over another amount than was shown: with the amount that was charged', () => {
    const price = { amount: 9_000, currency: 'SAR' };
    const state = settled('paid', { differs: { shown: { ...price, amount: 10_000 }, charged: price } });
    expect(getPaymentSituation(state, around)).to.include({ kind: 'settled', charged: '9000 SAR' });
  });

  for (const [lazy, next] of [
    [true, 'here'],
    [false, 'shop'],
  ] as const) {
    it(`after a failure the payer goes on ${next === 'here' ? 'in this form' : 'from the shop’s page'}`, () => {
      const situation = getPaymentSituation(settled('failed'), { ...around, canFetchIntent: lazy });
      expect(situation).to.deep.equal({
        kind: 'settled',
        status: 'failed',
        payment: undefined,
        hasOtherOpenPayment: false,
        next,
        canContinue: false,
      });
    });
  }

  it('a payer who has come back to the page that was paid can go on from it, unless it is where to go', () => {
    const returnUrl = 'https://shop.example/thanks';
    const state = settled('paid', { returnUrl });
    for (const [documentUrl, canContinue] of [
      [undefined, true],
      ['https://shop.example/checkout', true],
      [returnUrl, false],
    ] as const)
      expect(getPaymentSituation(state, { ...around, documentUrl })).to.include({
        kind: 'settled',
        canContinue,
      });
  });
});

describe('beside another payment of the purchase', () => {
  const stopped = ready({ error: offline, held: held('never-sent') });
  const sentOf = (
    state: CheckoutState,
    earlier: Parameters<typeof getPaymentSituation>[1]['paymentHistory'],
  ) => {
    const known = getPaymentSituation(state, { ...around, paymentHistory: earlier });
    return known?.kind === 'ended' ? known.sent : known?.kind;
  };

  it('does not claim “not charged” when the store holds a payment or something was sent before', () => {
    expect(sentOf(stopped, {})).to.equal('never');
    expect(sentOf(stopped, { mayHaveSentBefore: true })).to.equal('maybe');
    expect(sentOf(stopped, { hasOtherOpenPayment: true })).to.equal('maybe');
  });

  it('does not promise “only once” beside an abandoned payment', () => {
    const lost = ready({ held: held('lost') });
    expect(sentOf(lost, {})).to.equal('lost');
    expect(sentOf(lost, { hasOtherOpenPayment: true })).to.equal('maybe');
    expect(sentOf({ ...lost, error: offline }, { hasOtherOpenPayment: true })).to.equal('maybe');
  });

  it('a decline does not say that nothing was charged', () => {
    const paymentHistory = { hasOtherOpenPayment: true };
    expect(getPaymentSituation(settled('failed'), { ...around, paymentHistory })).to.include(paymentHistory);
  });
});
