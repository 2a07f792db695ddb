import { canFetchIntent, hasStatusSource } from '../../../src/element/checkout/config-queries.js';
import type { Config } from '../../../src/element/checkout/config.js';
import type { CheckoutPayment } from '../../../src/element/checkout/payment.js';
import type { Stage } from '../../../src/element/checkout/purchase.js';
import type { CheckoutEvent, Model } from '../../../src/element/checkout/state.js';
import { requestsBeforeBankLink } from '../../../src/element/checkout/timeouts.js';
import { initialModel } from '../../../src/element/checkout/transition-result.js';
import { transition } from '../../../src/element/checkout/transition.js';
import { PayError, type PayErrorCode } from '../../../src/error.js';
import { getPaymentSituation } from '../../../src/element/form/payment-situation.js';
import type { PaymentSituation } from '../../../src/element/i18n/notice.js';
import { askable, askableLazy, complete, lazyConfig, secretConfig, wrong } from '../checkout/world.js';

const hour = 60 * 60_000;
const codes: readonly PayErrorCode[] = ['network', 'api', 'card', 'canceled', 'configuration', 'expired'];
const stages: readonly Stage[] = ['claimed', 'sent', 'waiting', 'free', 'given-up', 'paid', 'authorized'];
const statuses = ['paid', 'authorized', 'failed', 'expired', 'voided', 'refunded', 'initiated', 'unheard-of'];

const paymentOf = (id: string, status: string): CheckoutPayment => ({
  id,
  status,
  source:
    status === 'initiated' ? { type: 'creditcard', transaction_url: 'https://api.example.com/3ds' } : {},
});

const awaitingCode = (id: string): CheckoutPayment => ({
  id,
  status: 'initiated',
  source: { type: 'stcpay' },
});
const codeUrl = 'https://api.example.com/v1/stc_pays/1/proceed';

/** Everything that can happen in a state, and how long after the last thing it happens. */
function* happenings(
  { state }: Model,
  config: Config,
  tries: number,
): Generator<CheckoutEvent & { after?: number }> {
  const entries = stages.map((stage) => ({
    paymentId: 'p9',
    stage,
    at: 0,
    returned: true,
    givenUp: stage === 'given-up',
  }));
  const setup = complete(config);
  for (const entry of [undefined, ...entries]) yield { type: 'configured', setup, entry };
  yield { type: 'configured', setup: wrong, entry: undefined };
  yield { type: 'configured', setup: complete({ ...config, expiresAt: 4 * hour }), entry: undefined };
  yield { type: 'time-passed', after: hour / 6 };
  yield { type: 'time-passed', after: 2 * hour };
  yield { type: 'time-passed', after: 4 * hour - 60_000 };
  yield { type: 'reset' };
  for (const entry of [undefined, ...entries])
    for (const isLockedElsewhere of [true, false])
      yield { type: 'store-changed', snapshot: { entry, isLockedElsewhere } };
  if (tries < 2)
    yield { type: 'submitted', paymentId: `p${tries + 1}`, method: { kind: 'card', save: false } };
  if (state.phase === 'paying') {
    const { paymentId } = state;
    const unreached = { id: paymentId, status: 'failed', source: { response_code: '91' } };
    const others = ['paid', 'authorized'].map((status) => ({
      ...paymentOf(paymentId, status),
      amount: 9_000,
      currency: 'SAR',
    }));
    const payments = [...statuses.map((status) => paymentOf(paymentId, status)), ...others, unreached];
    yield { type: 'locked', paymentId, snapshot: { entry: undefined, isLockedElsewhere: false } };
    yield { type: 'locked', paymentId, snapshot: { entry: undefined, isLockedElsewhere: true } };
    for (const entry of entries)
      yield { type: 'locked', paymentId, snapshot: { entry, isLockedElsewhere: false } };
    const intent = {
      id: `i${tries}`,
      paymentId: `of i${tries}`,
      clientSecret: `pi_secret_${tries}`,
      amount: 10_000,
      currency: 'SAR',
    };
    yield { type: 'intent-fetched', paymentId, intent };
    for (const payment of payments) yield { type: 'blocked-by-order', paymentId, payment };
    yield { type: 'blocked-by-order', paymentId, payment: paymentOf(paymentId, 'paid'), isHeld: true };
    for (const code of codes) yield { type: 'stopped', paymentId, error: new PayError(code, '') };
    for (const [status, type] of [
      [500],
      [429],
      [403, 'challenge_required'],
      ...(['order_paid', 'payment_open', 'payment_held'] as const).map((word) => [409, word] as const),
    ] as const) {
      const isMerchantError = new PayError('api', '', { field: 'intent-url', status, type });
      yield { type: 'stopped', paymentId, error: isMerchantError };
    }
    yield { type: 'allowed', paymentId };
    for (const payment of payments)
      yield { type: 'answered', paymentId, answer: { kind: 'payment', payment } };
    yield {
      type: 'answered',
      paymentId,
      answer: { kind: 'payment', payment: awaitingCode(paymentId), codeUrl },
    };
    for (const code of ['api', 'card'] as const) {
      const error = new PayError(code, '');
      for (const intentStatus of ['open', 'used', 'ended'] as const)
        yield { type: 'answered', paymentId, answer: { kind: 'refused', intentStatus, error } };
    }
    for (const code of ['network', 'configuration'] as const)
      yield { type: 'answered', paymentId, answer: { kind: 'unsent', error: new PayError(code, '') } };
    yield { type: 'answered', paymentId, answer: { kind: 'no-answer' } };
    for (const payment of [undefined, ...payments]) yield { type: 'verified', paymentId, payment };
  }
  if (state.phase === 'redirecting') yield { type: 'came-back' };
  if (state.phase === 'confirming') {
    const { id: paymentId } = state.payment;
    yield { type: 'another-way-requested', choice: 'ask' };
    yield { type: 'code-submitted' };
    yield { type: 'locked', paymentId, snapshot: { entry: undefined, isLockedElsewhere: false } };
    for (const payment of [
      paymentOf(paymentId, 'paid'),
      paymentOf(paymentId, 'failed'),
      awaitingCode(paymentId),
    ])
      yield { type: 'code-answered', paymentId, answer: { kind: 'payment', payment } };
    yield { type: 'code-answered', paymentId, answer: { kind: 'no-answer' } };
  }
  if (state.phase === 'unknown') {
    const { paymentId } = state.outcome;
    yield { type: 'continued' };
    for (const choice of ['ask', 'confirm', 'back'] as const) yield { type: 'another-way-requested', choice };
    for (const status of statuses)
      yield { type: 'status-answered', paymentId, payment: paymentOf(paymentId, status) };
    yield { type: 'status-answered', paymentId, payment: awaitingCode(paymentId) };
    yield { type: 'status-answered', paymentId, payment: undefined };
    yield { type: 'status-answered', paymentId, payment: undefined, after: 61_000 };
  }
}

interface Node {
  readonly model: Model;
  readonly now: number;
  readonly tries: number;
}

/** Two models that differ only in when something was, or in how often somebody was asked again, go on alike. */
const keyOf = ({ model: { setup, ...rest }, now, tries }: Node): string =>
  JSON.stringify(
    [setup.kind === 'complete' && setup.config.expiresAt, rest, tries],
    (name, value: unknown) => {
      if (name === 'config' || name === 'attemptConfig') return 0;
      if (name === 'statusRequestCount') return Math.min(value as number, requestsBeforeBankLink);
      if (name === 'error' || name === 'refusal')
        return value && JSON.stringify(value, ['code', 'field', 'status', 'type', 'intentStatus']);
      if (name === 'times') return Math.min(value as number, 3);
      if (name === 'since' || name === 'openSince')
        return Math.min(Math.floor((now - Number(value)) / (hour / 6)), 6);
      return value;
    },
  );

/** What a form can come to know, in a set-up, by any order of events. */
export function reachable(): ReadonlyMap<string, PaymentSituation> {
  const found = new Map<string, PaymentSituation>();
  for (const config of [lazyConfig, askableLazy, secretConfig, askable]) {
    const seen = new Set<string>();
    let level: Node[] = [{ model: initialModel, now: 0, tries: 0 }];
    for (let depth = 0; depth < 6 && level.length > 0; depth++) {
      const following: Node[] = [];
      for (const node of level) {
        for (const { after = 0, ...event } of happenings(node.model, config, node.tries)) {
          const now = node.now + after;
          const { model } = transition(node.model, event as CheckoutEvent, now);
          const tries = node.tries + (event.type === 'submitted' && model.state.phase === 'paying' ? 1 : 0);
          const next = { model, now, tries };
          const key = keyOf(next);
          if (seen.has(key)) continue;
          seen.add(key);
          following.push(next);
          const known = getPaymentSituation(model.state, {
            canFetchIntent: canFetchIntent(config),
            hasStatusSource: hasStatusSource(config),
            paymentHistory: model,
            getClosingTime: () => '12:34',
            formatPrice: () => 'SAR 90.00',
          });
          if (known)
            found.set(
              JSON.stringify(known, (name, value: unknown) => (name === 'id' ? 0 : value)),
              known,
            );
        }
      }
      level = following;
    }
  }
  return found;
}
