import { expect } from 'chai';
import { describe, it } from 'node:test';
import type { CheckoutState } from '../../../src/element/checkout/state.js';
import type { Price } from '../../../src/element/checkout/price.js';
import type { Attempt } from '../../../src/element/checkout/ports.js';
import { PayError } from '../../../src/error.js';
import { getPaymentSituation } from '../../../src/element/form/payment-situation.js';
import type { PaymentSituation } from '../../../src/element/i18n/notice.js';

const config = { baseUrl: 'https://api.example.com/v1' } as Extract<
  CheckoutState,
  { phase: 'unknown' }
>['config'];
const paymentId = '11111111-1111-4111-8111-111111111111';
const held = (known: Attempt['previousTry']): Attempt => ({
  paymentId,
  intent: { id: 'i', clientSecret: 's' },
  config,
  previousTry: known,
});
const offline = new PayError('network', 'This device is offline.');
const noIntent = new PayError('api', 'intent-url answered HTTP 500.', { field: 'intent-url' });
const around = {
  canFetchIntent: true,
  hasStatusSource: true,
  paymentHistory: {},
  getClosingTime: () => '12:34',
  formatPrice: ({ amount, currency }: Price) => `${amount} ${currency}`,
};

const unknown = (
  status?: string,
  transaction_url?: string,
  over: Partial<Extract<CheckoutState, { phase: 'unknown' }>> = {},
): CheckoutState => ({
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

describe('what a state lets the payer know', () => {
  const table: readonly (readonly [string, CheckoutState, PaymentSituation | undefined])[] = [
    ['waiting', { phase: 'waiting' }, undefined],
    ['misconfigured', { phase: 'misconfigured', error: offline }, { kind: 'misconfigured', where: 'form' }],
    ['ready', { phase: 'ready' }, undefined],
    ['ready, soon over', { phase: 'ready', isExpiringSoon: true }, { kind: 'expiring', time: '12:34' }],
    ['ready, a payment lost', { phase: 'ready', held: held('lost') }, { kind: 'lost' }],
    [
      'ready after an attempt without a connection',
      { phase: 'ready', error: offline },
      { kind: 'ended', error: 'network', isMerchantError: false, sent: 'maybe' },
    ],
    [
      'ready after an attempt that got no intent',
      { phase: 'ready', error: noIntent },
      { kind: 'ended', error: 'api', isMerchantError: true, sent: 'maybe' },
    ],
    [
      'ready after the shop refused more tries',
      { phase: 'ready', error: new PayError('api', '', { field: 'intent-url', status: 429 }) },
      { kind: 'ended', error: 'too-many-tries', isMerchantError: true, sent: 'maybe' },
    ],
    [
      'ready after the shop asked for its own check',
      {
        phase: 'ready',
        error: new PayError('api', '', { field: 'fetchIntent', status: 403, type: 'challenge_required' }),
      },
      { kind: 'ended', error: 'challenge-required', isMerchantError: true, sent: 'maybe' },
    ],
    [
      'ready after the service refused more tries, which is no word of the shop',
      { phase: 'ready', error: new PayError('api', '', { status: 429 }) },
      { kind: 'ended', error: 'api', isMerchantError: false, sent: 'maybe' },
    ],
    [
      'ready while another tab is paying',
      { phase: 'ready', error: new PayError('canceled', ''), inOtherTab: true },
      { kind: 'ended', error: 'other-tab', isMerchantError: false, sent: 'maybe' },
    ],
    [
      'ready after an error, a payment still lost',
      { phase: 'ready', error: offline, held: held('lost') },
      { kind: 'ended', error: 'network', isMerchantError: false, sent: 'lost' },
    ],
    [
      'ready after an error, nothing was ever sent',
      { phase: 'ready', error: offline, held: held('never-sent') },
      { kind: 'ended', error: 'network', isMerchantError: false, sent: 'never' },
    ],
    [
      'ready after a refusal',
      { phase: 'ready', error: offline, held: held('refused') },
      { kind: 'ended', error: 'network', isMerchantError: false, sent: 'maybe' },
    ],
    [
      'unknown, another window pays',
      unknown(undefined, undefined, { inOtherTab: true }),
      { kind: 'open', where: 'other-tab', hasStatusSource: true, anotherWay: 'none', paymentId },
    ],
    [
      'unknown, another way is offered',
      unknown(undefined, undefined, { anotherWay: 'offered' }),
      { kind: 'open', where: 'sent', hasStatusSource: true, anotherWay: 'offered', paymentId },
    ],
    [
      'unknown',
      unknown(),
      { kind: 'open', where: 'sent', hasStatusSource: true, anotherWay: 'none', paymentId },
    ],
    [
      'unknown, just back from the bank, where the payer may have approved',
      unknown('initiated', 'https://api.example.com/3ds', { statusRequestCount: 1 }),
      { kind: 'open', where: 'sent', hasStatusSource: true, anotherWay: 'none', paymentId },
    ],
    [
      'unknown, with the bank’s page to go to',
      unknown('initiated', 'https://api.example.com/3ds', { statusRequestCount: 2 }),
      { kind: 'open', where: 'at-bank', hasStatusSource: true, anotherWay: 'none', paymentId },
    ],
    [
      'unknown, with no page to go to',
      unknown('initiated'),
      { kind: 'open', where: 'sent', hasStatusSource: true, anotherWay: 'none', paymentId },
    ],
    [
      'unknown, with money that is not what was asked for',
      unknown('paid', undefined, { isHeld: true, statusRequestCount: 2 }),
      { kind: 'held' },
    ],
    ...(['order_paid', 'payment_open'] as const).map(
      (type): readonly [string, CheckoutState, PaymentSituation] => [
        `ready after a 409 of ${type} that names no payment`,
        { phase: 'ready', error: new PayError('api', '', { field: 'checkout-url', status: 409, type }) },
        { kind: 'ended', error: 'order-closed', isMerchantError: true, sent: 'maybe' },
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
    const [shown, charged] = [
      { amount: 10_000, currency: 'SAR' },
      { amount: 9_000, currency: 'SAR' },
    ];
    const outcome = { status: 'paid', paymentId } as const;
    const state = { phase: 'paid', outcome, attemptConfig: config, differs: { shown, charged } } as const;
    expect(getPaymentSituation(state, around)).to.include({ kind: 'settled', charged: '9000 SAR' });
  });

  for (const [lazy, next] of [
    [true, 'here'],
    [false, 'shop'],
  ] as const) {
    it(`after a failure the payer goes on ${next === 'here' ? 'in this form' : 'from the shop’s page'}`, () => {
      const outcome = { status: 'failed', paymentId } as const;
      expect(
        getPaymentSituation(
          { phase: 'failed', outcome, attemptConfig: config },
          { ...around, canFetchIntent: lazy },
        ),
      ).to.deep.equal({
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
    const outcome = { status: 'paid', paymentId } as const;
    const returnUrl = 'https://shop.example/thanks';
    const state = { phase: 'paid', outcome, attemptConfig: config, returnUrl } as const;
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
  const stopped: CheckoutState = { phase: 'ready', error: offline, held: held('never-sent') };
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
    const lost: CheckoutState = { phase: 'ready', held: held('lost') };
    expect(sentOf(lost, {})).to.equal('lost');
    expect(sentOf(lost, { hasOtherOpenPayment: true })).to.equal('maybe');
    expect(sentOf({ ...lost, error: offline }, { hasOtherOpenPayment: true })).to.equal('maybe');
  });

  it('a decline does not say that nothing was charged', () => {
    const declined: CheckoutState = {
      phase: 'failed',
      outcome: { status: 'failed', paymentId },
      attemptConfig: config,
    };
    expect(
      getPaymentSituation(declined, { ...around, paymentHistory: { hasOtherOpenPayment: true } }),
    ).to.include({
      hasOtherOpenPayment: true,
    });
  });
});
