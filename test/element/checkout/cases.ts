import { expect } from 'chai';
import type { Config } from '../../../src/element/checkout/config.js';
import type { CheckoutPayment } from '../../../src/element/checkout/payment.js';
import type { Attempt, PreviousTry } from '../../../src/element/checkout/ports.js';
import type { StoreSnapshot, StoredAttempt } from '../../../src/element/checkout/purchase.js';
import type {
  CheckoutEvent,
  CheckoutState,
  ConfirmingState,
  Effect,
  Model,
  UnknownState,
} from '../../../src/element/checkout/state.js';
import { transition as step } from '../../../src/element/checkout/transition.js';
import { notFoundGraceMs } from '../../../src/element/checkout/timeouts.js';
import { PayError } from '../../../src/error.js';
import type { FinalStatus } from '../../../src/wire/final-status.js';
import {
  byCard,
  complete,
  everyBy,
  intent as fetchedIntent,
  lazyConfig as lazy,
  missing,
  stored,
  secretConfig as plain,
  wrong,
} from './world.js';

export const now = 1_000_000;
export const paymentId = '11111111-1111-4111-8111-111111111111';
/** The intent that the merchant's server answers, and the id of the one payment on it. */
export const intent = { ...fetchedIntent, paymentId };

/** An event, and when it comes. */
export type Timed = CheckoutEvent & { readonly now?: number };
export const transition = (model: Model, { now: at = now, ...event }: Timed) =>
  step(model, event as CheckoutEvent, at);

export const other: Config = {
  ...plain,
  intentSource: { kind: 'secret', clientSecret: 'pi_secret_2', intentId: undefined },
  purchase: { namedBy: 'intent', name: 'pi_secret_2', key: 'intent pi_secret_2' },
};
export const order = (name: string, config: Config): Config => ({
  ...config,
  purchase: { namedBy: 'reference', name: name, key: `reference ${name}` },
});

export const attempt = (config: Config, known: PreviousTry = 'never-sent'): Attempt => ({
  paymentId,
  intent: { id: undefined, clientSecret: 'pi_secret_1' },
  config,
  previousTry: known,
});
export const paid: CheckoutPayment = {
  id: paymentId,
  status: 'paid',
  callback_url: 'https://shop.example/back',
};
export const failed: CheckoutPayment = { id: paymentId, status: 'failed' };
export const initiated: CheckoutPayment = {
  id: paymentId,
  status: 'initiated',
  source: { type: 'creditcard', transaction_url: 'https://api.example.com/3ds' },
};
/** An STC Pay payment whose code is awaited, as the gateway hands it over. */
export const coded: CheckoutPayment = {
  id: paymentId,
  status: 'initiated',
  source: { type: 'stcpay', mobile: '••••••••78' },
};
export const codeUrl = 'https://apimig.example.com/v1/stc_pays/1/proceed?otp_token=secret_1';
export const error = new PayError('api', 'refused');
export const refusal = { kind: 'refused', intentStatus: 'open', error } as const;
export const nobody: StoreSnapshot = { isLockedElsewhere: false, entry: undefined };

export const unknown = (config: Config, over: Partial<UnknownState> = {}): UnknownState => ({
  phase: 'unknown',
  outcome: { status: 'unknown', paymentId },
  config,
  attempt: attempt(config),
  inOtherTab: false,
  intentStatus: 'open',
  confirmedByService: false,
  openSince: now,
  statusRequestCount: 0,
  notFound: undefined,
  anotherWay: 'none',
  ...over,
});

export const confirming = (config: Config, over: Partial<ConfirmingState> = {}): ConfirmingState => ({
  phase: 'confirming',
  config,
  attempt: attempt(config),
  payment: coded,
  codeUrl,
  openSince: now,
  step: 'typing',
  isCodeSent: false,
  ...over,
});

export const states = (config: Config): readonly CheckoutState[] => [
  { phase: 'waiting' },
  { phase: 'misconfigured', error },
  { phase: 'ready' },
  { phase: 'ready', error },
  { phase: 'ready', held: attempt(config) },
  { phase: 'ready', held: attempt(config, 'refused') },
  { phase: 'ready', held: attempt(config, 'lost') },
  { phase: 'paying', step: 'locking', paymentId, config, method: byCard, attempt: undefined },
  { phase: 'paying', step: 'locking', paymentId, config, method: byCard, attempt: attempt(config, 'lost') },
  { phase: 'paying', step: 'fetching-intent', paymentId, config, method: byCard, attempt: undefined },
  {
    phase: 'paying',
    step: 'fetching-intent',
    paymentId,
    config,
    method: byCard,
    attempt: attempt(config, 'lost'),
  },
  { phase: 'paying', step: 'announcing', paymentId, config, method: byCard, attempt: attempt(config) },
  { phase: 'paying', step: 'sending', paymentId, config, method: byCard, attempt: attempt(config) },
  { phase: 'paying', step: 'sending', paymentId, config, method: byCard, attempt: attempt(config, 'lost') },
  {
    phase: 'paying',
    step: 'verifying',
    paymentId,
    config,
    method: byCard,
    attempt: attempt(config),
    refusal,
  },
  {
    phase: 'redirecting',
    config,
    attempt: attempt(config),
    url: 'https://api.example.com/3ds',
    payment: initiated,
    openSince: now,
  },
  confirming(config),
  confirming(config, { step: 'locking', isCodeSent: true }),
  confirming(config, { step: 'sending' }),
  { phase: 'paid', outcome: { status: 'paid', paymentId, payment: paid }, attemptConfig: config },
  { phase: 'authorized', outcome: { status: 'authorized', paymentId }, attemptConfig: config },
  { phase: 'failed', outcome: { status: 'failed', paymentId, payment: failed }, attemptConfig: config },
  unknown(config),
  unknown(config, { intentStatus: 'used' }),
  unknown(config, { intentStatus: 'ended' }),
  unknown(config, { inOtherTab: true, attempt: undefined }),
  unknown(config, { anotherWay: 'offered' }),
  unknown(config, { isHeld: true, attempt: undefined }),
  unknown(config, { codeUrl, outcome: { status: 'unknown', paymentId, payment: coded } }),
  { phase: 'expired', mayBePaid: false },
];

export const events: readonly CheckoutEvent[] = [
  { type: 'configured', setup: complete(plain), entry: undefined },
  { type: 'configured', setup: complete(lazy), entry: undefined },
  { type: 'configured', setup: complete(other), entry: undefined },
  { type: 'configured', setup: complete(plain), entry: stored(paymentId, 'sent') },
  { type: 'configured', setup: wrong, entry: undefined },
  { type: 'configured', setup: missing, entry: undefined },
  { type: 'config-timeout' },
  ...everyBy.map((by) => ({ type: 'submitted', paymentId, method: by }) as const),
  { type: 'locked', paymentId, snapshot: nobody },
  { type: 'locked', paymentId, snapshot: { isLockedElsewhere: true, entry: undefined } },
  { type: 'locked', paymentId, snapshot: { isLockedElsewhere: false, entry: stored('another', 'sent') } },
  { type: 'intent-fetched', paymentId, intent },
  { type: 'blocked-by-order', paymentId, payment: paid },
  { type: 'blocked-by-order', paymentId, payment: paid, isHeld: true },
  { type: 'stopped', paymentId, error },
  { type: 'allowed', paymentId },
  { type: 'answered', paymentId, answer: { kind: 'payment', payment: paid } },
  { type: 'answered', paymentId, answer: { kind: 'payment', payment: failed } },
  { type: 'answered', paymentId, answer: { kind: 'payment', payment: initiated } },
  { type: 'answered', paymentId, answer: { kind: 'payment', payment: { id: paymentId, status: 'limbo' } } },
  { type: 'answered', paymentId, answer: { kind: 'payment', payment: coded, codeUrl } },
  { type: 'answered', paymentId, answer: { kind: 'payment', payment: coded } },
  { type: 'answered', paymentId, answer: refusal },
  { type: 'answered', paymentId, answer: { ...refusal, intentStatus: 'used' } },
  { type: 'answered', paymentId, answer: { ...refusal, intentStatus: 'ended' } },
  { type: 'answered', paymentId, answer: { kind: 'unsent', error } },
  { type: 'answered', paymentId, answer: { kind: 'no-answer' } },
  { type: 'answered', paymentId: 'another', answer: { kind: 'payment', payment: failed } },
  { type: 'verified', paymentId, payment: paid },
  { type: 'verified', paymentId, payment: undefined },
  { type: 'code-submitted' },
  { type: 'code-answered', paymentId, answer: { kind: 'payment', payment: paid } },
  { type: 'code-answered', paymentId, answer: { kind: 'payment', payment: failed } },
  { type: 'code-answered', paymentId, answer: { kind: 'payment', payment: coded } },
  { type: 'code-answered', paymentId, answer: { kind: 'unsent', error } },
  { type: 'code-answered', paymentId, answer: { kind: 'no-answer' } },
  { type: 'came-back' },
  { type: 'continued' },
  { type: 'another-way-requested', choice: 'ask' },
  { type: 'another-way-requested', choice: 'confirm' },
  { type: 'another-way-requested', choice: 'back' },
  { type: 'status-answered', paymentId, payment: paid },
  { type: 'status-answered', paymentId, payment: coded },
  { type: 'status-answered', paymentId, payment: undefined },
  { type: 'status-answered', paymentId: 'another', payment: failed },
  { type: 'status-failed', paymentId },
  { type: 'status-failed', paymentId, isForeign: true },
  { type: 'store-changed', snapshot: nobody },
  { type: 'store-changed', snapshot: { isLockedElsewhere: false, entry: stored('another', 'sent') } },
  { type: 'store-changed', snapshot: { isLockedElsewhere: false, entry: stored(paymentId, 'given-up') } },
  { type: 'time-passed' },
  { type: 'reset' },
];

export const of = <T extends Effect['type']>(effects: readonly Effect[], type: T) =>
  effects.filter((effect): effect is Extract<Effect, { type: T }> => effect.type === type);

export function play(
  model: Model,
  ...played: Timed[]
): { state: CheckoutState; effects: Effect[]; model: Model } {
  const effects: Effect[] = [];
  for (const event of played) {
    const step = transition(model, event);
    model = step.model;
    effects.push(...step.effects);
  }
  return { state: model.state, effects, model };
}

export const ready = (config: Config): Model => ({ setup: complete(config), state: { phase: 'ready' } });
export const sending = (config: Config, known: PreviousTry = 'never-sent'): Model => ({
  setup: complete(config),
  state: {
    phase: 'paying',
    step: 'sending',
    paymentId,
    config,
    method: byCard,
    attempt: attempt(config, known),
  },
});
export const answered = (answer: Extract<CheckoutEvent, { type: 'answered' }>['answer']): CheckoutEvent => ({
  type: 'answered',
  paymentId,
  answer,
});
export const configured = (config: Config, entry?: StoredAttempt, ended?: Config): Timed => ({
  type: 'configured',
  setup: complete(config),
  entry,
  attemptConfig: ended,
});
export const submit = { type: 'submitted', paymentId, method: byCard } as const satisfies Timed;
/** A press with the id that a payment gets if none is held. */
export const submitFresh = { ...submit, paymentId: 'fresh' };
export const locked = (entry?: StoredAttempt, isLockedElsewhere = false): Timed => ({
  type: 'locked',
  paymentId,
  snapshot: { entry, isLockedElsewhere },
});
/** What the merchant's server says of the payment. */
export const status = (payment?: CheckoutPayment, at = now): Timed => ({
  type: 'status-answered',
  paymentId,
  payment,
  now: at,
});
export const storeChanged = (entry: StoredAttempt | undefined, isLockedElsewhere = false): Timed => ({
  type: 'store-changed',
  snapshot: { entry, isLockedElsewhere },
});
export const way = (choice: 'ask' | 'confirm' | 'back'): Timed => ({ type: 'another-way-requested', choice });

export const waiting: Model = { setup: missing, state: { phase: 'waiting' } };
export const open = (config: Config, over: Partial<UnknownState> = {}): Model => ({
  setup: complete(config),
  state: unknown(config, over),
});
export const types = (effects: readonly Effect[]) => effects.map(({ type }) => type);
/** Which payments are saved in the store, and at which stage. */
export const savedAttempts = (effects: readonly Effect[]) =>
  of(effects, 'save-attempt').map((effect) => `${effect.paymentId} ${effect.stage}`);
/** The stages at which an attempt is saved in the store. */
export const savedStages = (effects: readonly Effect[]) =>
  of(effects, 'save-attempt').map(({ stage }) => stage);

export const allowed: Timed = { type: 'allowed', paymentId };
export const stop: Timed = { type: 'stopped', paymentId, error };
export const refused = answered(refusal);
/** A purchase whose payment has ended so. */
export const settled = (config: Config, phase: FinalStatus = 'paid'): Model => ({
  setup: complete(config),
  state: { phase, outcome: { status: phase, paymentId }, attemptConfig: config },
});
/** A form that holds an attempt whose last try ended so. */
export const readyWith = (config: Config, previousTry: PreviousTry): Model => ({
  setup: complete(config),
  state: { phase: 'ready', held: attempt(config, previousTry) },
});

/** "No such payment", from now to the end of the grace period. */
export const notFoundInGrace: readonly Timed[] = [
  status(),
  status(undefined, now + 30_000),
  status(undefined, now + notFoundGraceMs),
];

/** The form is there again, and says why: neither the payer nor the page is left with an empty form. */
export function expectEnded({ state, effects }: { state: CheckoutState; effects: readonly Effect[] }): void {
  expect(state).to.have.nested.property('error.code', 'expired');
  expect(state).to.have.property('phase', 'ready');
  expect(of(effects, 'emit-error').map(({ error }) => error.code)).to.deep.equal(['expired']);
}
