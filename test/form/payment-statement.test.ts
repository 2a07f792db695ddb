import { expect } from 'chai';
import { describe, it } from 'node:test';
import type { CheckoutState } from '../../src/checkout/state.js';
import type { Attempt } from '../../src/checkout/ports.js';
import { PayError } from '../../src/error.js';
import { getPaymentStatement } from '../../src/form/payment-statement.js';
import type { PaymentStatement } from '../../src/i18n/money-statement.js';

const config = {} as Extract<CheckoutState, { phase: 'unknown' }>['config'];
const paymentId = '11111111-1111-4111-8111-111111111111';
const held = (known: Attempt['previousTry']): Attempt => ({
  paymentId,
  intent: { id: 'i', clientSecret: 's' },
  config,
  previousTry: known,
});
const offline = new PayError('network', 'This device is offline.');
const noIntent = new PayError('api', 'intent-url answered HTTP 500.', { field: 'intent-url' });
const around = { lazy: true, askable: true, earlier: {}, closing: () => '12:34' };

const unknown = (
  status?: string,
  transaction_url?: string,
  over: Partial<Extract<CheckoutState, { phase: 'unknown' }>> = {},
): CheckoutState => ({
  phase: 'unknown',
  outcome: {
    status: 'unknown',
    paymentId,
    ...(status ? { payment: { id: paymentId, status, source: { transaction_url } } } : {}),
  },
  config,
  attempt: undefined,
  inOtherTab: false,
  isIntentClosed: false,
  confirmedByService: status !== undefined,
  openSince: 0,
  statusRequestCount: 0,
  notFound: undefined,
  anotherWay: 'none',
  ...over,
});

describe('what a state lets the payer know', () => {
  const table: readonly (readonly [string, CheckoutState, PaymentStatement | undefined])[] = [
    ['waiting', { phase: 'waiting' }, undefined],
    ['misconfigured', { phase: 'misconfigured', error: offline }, { is: 'misconfigured', where: 'form' }],
    ['ready', { phase: 'ready' }, undefined],
    ['ready, soon over', { phase: 'ready', isExpiringSoon: true }, { is: 'closing', time: '12:34' }],
    ['ready, a payment lost', { phase: 'ready', held: held('lost') }, { is: 'lost' }],
    [
      'ready after an attempt without a connection',
      { phase: 'ready', error: offline },
      { is: 'ended', error: 'network', atShop: false, sent: 'maybe' },
    ],
    [
      'ready after an attempt that got no intent',
      { phase: 'ready', error: noIntent },
      { is: 'ended', error: 'api', atShop: true, sent: 'maybe' },
    ],
    [
      'ready after the shop refused more tries',
      { phase: 'ready', error: new PayError('api', '', { field: 'intent-url', status: 429 }) },
      { is: 'ended', error: 'too-many-tries', atShop: true, sent: 'maybe' },
    ],
    [
      'ready after the service refused more tries, which is no word of the shop',
      { phase: 'ready', error: new PayError('api', '', { status: 429 }) },
      { is: 'ended', error: 'api', atShop: false, sent: 'maybe' },
    ],
    [
      'ready while another tab is paying',
      { phase: 'ready', error: new PayError('canceled', ''), inOtherTab: true },
      { is: 'ended', error: 'other-window', atShop: false, sent: 'maybe' },
    ],
    [
      'ready after an error, a payment still lost',
      { phase: 'ready', error: offline, held: held('lost') },
      { is: 'ended', error: 'network', atShop: false, sent: 'lost' },
    ],
    [
      'ready after an error, nothing was ever sent',
      { phase: 'ready', error: offline, held: held('never-sent') },
      { is: 'ended', error: 'network', atShop: false, sent: 'never' },
    ],
    [
      'ready after a refusal',
      { phase: 'ready', error: offline, held: held('refused') },
      { is: 'ended', error: 'network', atShop: false, sent: 'maybe' },
    ],
    [
      'unknown, another window pays',
      unknown(undefined, undefined, { inOtherTab: true }),
      { is: 'open', where: 'other-window', askable: true, anotherWay: 'none', paymentId },
    ],
    [
      'unknown, another way is offered',
      unknown(undefined, undefined, { anotherWay: 'offered' }),
      { is: 'open', where: 'sent', askable: true, anotherWay: 'offered', paymentId },
    ],
    ['unknown', unknown(), { is: 'open', where: 'sent', askable: true, anotherWay: 'none', paymentId }],
    [
      'unknown, with the bank’s page to go to',
      unknown('initiated', 'https://bank.example/3ds'),
      { is: 'open', where: 'at-bank', askable: true, anotherWay: 'none', paymentId },
    ],
    [
      'unknown, with no page to go to',
      unknown('initiated'),
      { is: 'open', where: 'sent', askable: true, anotherWay: 'none', paymentId },
    ],
    ['expired by its time', { phase: 'expired', isRefusedByService: false }, { is: 'expired' }],
    ['refused as used', { phase: 'expired', isRefusedByService: true }, { is: 'spent' }],
  ];
  for (const [what, state, known] of table) {
    it(`${what}: ${known?.is ?? 'nothing'}`, () => {
      expect(getPaymentStatement(state, around)).to.deep.equal(known);
    });
  }

  for (const [lazy, next] of [
    [true, 'here'],
    [false, 'shop'],
  ] as const) {
    it(`after a failure the payer goes on ${next === 'here' ? 'in this form' : 'from the shop’s page'}`, () => {
      const outcome = { status: 'failed', paymentId } as const;
      expect(
        getPaymentStatement({ phase: 'failed', outcome, attemptConfig: config }, { ...around, lazy }),
      ).to.deep.equal({
        is: 'settled',
        status: 'failed',
        payment: undefined,
        otherOpen: false,
        next,
        canContinue: false,
      });
    });
  }

  it('a payer who has come back to the page that was paid can go on from it', () => {
    const outcome = { status: 'paid', paymentId } as const;
    const returnUrl = 'https://shop.example/thanks';
    const known = getPaymentStatement({ phase: 'paid', outcome, attemptConfig: config, returnUrl }, around);
    expect(known).to.include({ is: 'settled', canContinue: true });
  });
});

describe('beside another payment of the purchase', () => {
  const stopped: CheckoutState = { phase: 'ready', error: offline, held: held('never-sent') };
  const sentOf = (state: CheckoutState, earlier: Parameters<typeof getPaymentStatement>[1]['earlier']) => {
    const known = getPaymentStatement(state, { ...around, earlier });
    return known?.is === 'ended' ? known.sent : known?.is;
  };

  it('nothing is known of the money when memory knows a payment, or something was sent before', () => {
    expect(sentOf(stopped, {})).to.equal('never');
    expect(sentOf(stopped, { hasSentBefore: true })).to.equal('maybe');
    expect(sentOf(stopped, { hasOtherOpenPayment: true })).to.equal('maybe');
  });

  it('one that was given up and may still go through, "only once" is not promised', () => {
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
    expect(getPaymentStatement(declined, { ...around, earlier: { hasOtherOpenPayment: true } })).to.include({
      otherOpen: true,
    });
  });
});
