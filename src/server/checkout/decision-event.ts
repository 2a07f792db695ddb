import type { Verdict } from './order.js';
import type { PaymentOperation } from './payment-operation.js';
import { paymentIdOf, type IntentEntry, type OrderRecord } from './record.js';

export const decisions = [
  'intent-issued',
  'intent-used',
  'intent-canceled',
  'intent-expired',
  'intent-used-otherwise',
  'payment-released',
  'payment-judged',
  'payment-adopted',
  'verdict-notified',
  'duplicate-refund-requested',
  'duplicate-refunded',
  'refund-requested',
  'refund-done',
  'refund-refused',
  'capture-requested',
  'capture-done',
  'capture-refused',
  'void-requested',
  'void-done',
  'void-refused',
  'charge-requested',
  'charge-done',
  'charge-refused',
  'capture-warned',
  'operator-told',
  'order-paid-answered',
  'payment-open-answered',
  'payment-held-answered',
] as const;
type DecisionName = (typeof decisions)[number];

/** One decision about an order. It is flat, and has neither a secret nor a card nor anything of the payer. */
export interface DecisionEvent {
  readonly what: DecisionName;
  readonly orderId: string;
  readonly paymentId?: string;
  readonly intentId?: string;
  readonly verdict?: Verdict;
  /** Of a refund, capture, void or charge: how often it was sent. */
  readonly attempt?: number;
  /** Milliseconds since the request or the sweep has begun with the order. */
  readonly ms: number;
}

export type DecisionChange = Omit<DecisionEvent, 'orderId' | 'ms'>;

/** What a save has changed, in the order in which it can have come about. */
export function listChanges(before: OrderRecord, after: OrderRecord): DecisionChange[] {
  const charges = ({ intents }: OrderRecord) =>
    intents.flatMap(({ paymentId, charge, payment, state }): Operation[] => {
      const result = payment ? 'done' : state === 'expired' ? 'refused' : 'wanted';
      return charge ? [{ ...charge, type: 'charge', paymentId, state: result }] : [];
    });
  return [
    ...after.intents.flatMap((intent) => listIntentChanges(before, intent)),
    ...listOperationChanges(before.operations, after.operations),
    ...listOperationChanges(charges(before), charges(after)),
  ];
}

type Operation = Pick<PaymentOperation, 'key' | 'paymentId' | 'state' | 'attempts'> & {
  readonly type: PaymentOperation['type'] | 'charge';
};

const listOperationChanges = (before: readonly Operation[] = [], after: readonly Operation[] = []) =>
  after.flatMap(({ key, type, paymentId, state, attempts: attempt }) => {
    const known = before.find((each) => each.key === key);
    const changes: DecisionChange[] = [];
    if (attempt > (known?.attempts ?? 0)) changes.push({ what: `${type}-requested`, paymentId, attempt });
    if (state !== 'wanted' && state !== known?.state)
      changes.push({ what: `${type}-${state}`, paymentId, attempt });
    return changes;
  });

function listIntentChanges({ intents }: OrderRecord, intent: IntentEntry): DecisionChange[] {
  const { id: intentId, state, payment } = intent;
  const known = intents.find(({ id }) => id === intentId);
  const paymentId = paymentIdOf(intent);
  const changes: DecisionChange[] = [];
  const add = (what: DecisionName, isNew: boolean | undefined, more: { verdict?: Verdict } = {}) =>
    isNew && changes.push({ what, intentId, paymentId, ...more });
  add('intent-issued', !known && !intent.charge);
  if (state !== 'open' && !intent.charge) add(`intent-${state}`, state !== known?.state);
  add('intent-used-otherwise', intent.isUsedOtherwise && !known?.isUsedOtherwise);
  add('payment-released', intent.isReleased && !known?.isReleased);
  add('payment-adopted', intent.isAdopted && !known?.isAdopted);
  add('operator-told', intent.operatorToldAt !== known?.operatorToldAt);
  if (!payment) return changes;
  const { verdict, unnotified, refund, isCaptureWarned } = payment;
  const shown = known?.payment;
  add('payment-judged', verdict !== shown?.verdict, { verdict });
  const notifiedCount = (shown?.unnotified.length ?? 0) - unnotified.length;
  for (const each of shown?.unnotified.slice(0, Math.max(0, notifiedCount)) ?? [])
    add('verdict-notified', true, { verdict: each });
  add('duplicate-refund-requested', refund === 'wanted' && shown?.refund !== 'wanted');
  add('duplicate-refunded', refund === 'done' && shown?.refund !== 'done');
  add('capture-warned', isCaptureWarned && !shown?.isCaptureWarned);
  return changes;
}
