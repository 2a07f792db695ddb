import type { Verdict } from './order.js';
import type { IntentEntry, OrderRecord, PaymentEntry } from './record.js';

export const decisions = [
  'intent-issued',
  'intent-used',
  'intent-canceled',
  'intent-expired',
  'attempt-announced',
  'attempt-missing',
  'payment-released',
  'payment-judged',
  'payment-abandoned',
  'verdict-notified',
  'duplicate-return-requested',
  'duplicate-returned',
  'refund-requested',
  'refund-done',
  'refund-refused',
  'capture-requested',
  'capture-done',
  'capture-refused',
  'void-requested',
  'void-done',
  'void-refused',
  'capture-warned',
  'order-paid-answered',
  'payment-open-answered',
] as const;
type DecisionName = (typeof decisions)[number];

/** One decision about an order. It is flat, and has neither a secret nor a card nor anything of the payer. */
export interface DecisionEvent {
  readonly what: DecisionName;
  readonly orderId: string;
  readonly paymentId?: string;
  readonly intentId?: string;
  readonly verdict?: Verdict;
  /** The number of the intent that it is about, from 1; of a refund, capture or void: how often it was sent. */
  readonly attempt?: number;
  /** Milliseconds since the request or the sweep has begun with the order. */
  readonly ms: number;
}

export type DecisionChange = Omit<DecisionEvent, 'orderId' | 'ms'>;

/** What a save has changed, in the order in which it can have come about. */
export function listChanges(before: OrderRecord, after: OrderRecord): DecisionChange[] {
  return [
    ...after.intents.flatMap((intent) => listIntentChanges(before, intent)),
    ...after.payments.flatMap((entry) => listPaymentChanges(before, after, entry)),
    ...(after.operations ?? []).flatMap((operation) => {
      const { key, type, paymentId, state, attempts: attempt } = operation;
      const known = before.operations?.find((each) => each.key === key);
      const about = { paymentId, attempt };
      const changes: DecisionChange[] = [];
      if (attempt > (known?.attempts ?? 0)) changes.push({ what: `${type}-requested`, ...about });
      if (state !== 'wanted' && state !== known?.state) changes.push({ what: `${type}-${state}`, ...about });
      return changes;
    }),
  ];
}

function listIntentChanges(before: OrderRecord, { id, number, state }: IntentEntry): DecisionChange[] {
  const known = before.intents.find((intent) => intent.id === id);
  const about = { intentId: id, attempt: number };
  return [
    ...(known ? [] : [{ what: 'intent-issued', ...about } as const]),
    ...(state === 'open' || state === known?.state ? [] : [{ what: `intent-${state}`, ...about } as const]),
  ];
}

function listPaymentChanges(before: OrderRecord, after: OrderRecord, entry: PaymentEntry): DecisionChange[] {
  const { id: paymentId, intent: attempt, verdict } = entry;
  const known = before.payments.find(({ id }) => id === paymentId);
  const intentId = after.intents.find(({ number }) => number === attempt)?.id;
  const about = { paymentId, ...(intentId !== undefined && { intentId, attempt }) };
  const changes: DecisionChange[] = [];
  const add = (what: DecisionName, isNew: boolean | undefined, more: { verdict?: Verdict } = {}) =>
    isNew && changes.push({ what, ...about, ...more });
  add('attempt-announced', !known && entry.isAnnounced);
  add('attempt-missing', entry.isMissing && !known?.isMissing);
  add('payment-released', entry.isReleased && !known?.isReleased);
  if (verdict !== 'announced') add('payment-judged', verdict !== known?.verdict, { verdict });
  add('payment-abandoned', entry.isAbandoned && !known?.isAbandoned);
  const notifiedCount = (known?.unnotified.length ?? 0) - entry.unnotified.length;
  for (const each of known?.unnotified.slice(0, Math.max(0, notifiedCount)) ?? [])
    add('verdict-notified', true, { verdict: each });
  add('duplicate-return-requested', entry.giveBack === 'wanted' && known?.giveBack !== 'wanted');
  add('duplicate-returned', entry.giveBack === 'done' && known?.giveBack !== 'done');
  add('capture-warned', entry.isCaptureWarned && !known?.isCaptureWarned);
  return changes;
}
