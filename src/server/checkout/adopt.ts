import type { Answer, Made } from './fact.js';
import { isResolved } from './outstanding.js';
import type { IntentEntry, OrderRecord, PaymentEntry } from './record.js';
import { callbackUrlOf, descriptionOf, isSameMoney } from './reference.js';

const hour = 3_600_000;

/**
 * Whether a new intent may become the order's. It also tells the time: it was made a moment ago by the service's clock,
 * and by no other clock can be said whether an older intent has expired or how long a payment has been waiting.
 */
export function adopt(before: OrderRecord, made: Made, at: number): { record: OrderRecord; answer: Answer } {
  const record = release(before, made.insteadOf);
  const answer = refuse(record, made, at) ?? follow(record, made, at);
  if (answer.say !== 'adopted') return { record, answer };
  return { record: { ...record, intents: [...record.intents, entryOf(made, at)] }, answer };
}

/** The payer's own word about a payment of this order; any other id says nothing. */
function release(record: OrderRecord, insteadOf: string | undefined): OrderRecord {
  const isMeant = ({ id, verdict, released }: PaymentEntry) =>
    id === insteadOf && !released && (verdict === 'open' || verdict === 'announced');
  if (!record.payments.some(isMeant)) return record;
  return {
    ...record,
    payments: record.payments.map((entry) => (isMeant(entry) ? { ...entry, released: true } : entry)),
  };
}

/** What holds the order up, whatever its intents are. */
function refuse(record: OrderRecord, made: Made, at: number): Answer | undefined {
  if (record.paidBy !== undefined) return { say: 'order_paid', paymentId: record.paidBy };
  const now = serviceTime(made, at);
  const waiting = record.payments.find(
    ({ verdict, released, createdAt }) =>
      verdict === 'open' && !released && !(now - Date.parse(createdAt ?? '') >= hour),
  );
  if (waiting) return { say: 'payment_open', paymentId: waiting.id };
  const unseen = record.intents.find(
    (intent) => intent.state === 'used' && !isResolved(record, intent) && !isReleased(record, intent),
  );
  if (!unseen) return undefined;
  const announced = record.payments.filter(({ intent, released }) => intent === unseen.number && !released);
  return { say: 'payment_open', paymentId: announced.at(-1)?.id };
}

/** What becomes of the intent that is in use so far. */
function follow({ intents }: OrderRecord, made: Made, at: number): Answer {
  const open = intents.find(({ state }) => state === 'open');
  if (open) {
    const usable = isSameMoney(open, made.order) && Date.parse(open.expiresAt) > serviceTime(made, at);
    return { say: usable ? 'hand-out' : 'retire', intent: open };
  }
  const next = intents.length + 1;
  // Another request was faster, and its intent is over already.
  return made.number === next ? { say: 'adopted' } : { say: 'make', number: next };
}

/** An intent's only payment was given up by the payer, also when the service has not shown it yet. */
function isReleased({ payments }: OrderRecord, { number }: IntentEntry): boolean {
  const announced = payments.filter(({ intent }) => intent === number);
  return announced.length > 0 && announced.every(({ released }) => released);
}

function serviceTime({ intent }: Made, at: number): number {
  const time = Date.parse(intent.created_at ?? '');
  return Number.isNaN(time) ? at : time;
}

function entryOf(made: Made, at: number): IntentEntry {
  const { intent, order, number } = made;
  const expiresAt = intent.expires_at ?? '';
  const life = Date.parse(expiresAt) - serviceTime(made, at);
  return {
    number,
    id: intent.id,
    amount: order.amount,
    currency: order.currency,
    // As the service holds them, because that is how they come back in the payment.
    description: intent.description ?? descriptionOf(order),
    callbackUrl: intent.callback_url ?? callbackUrlOf(order, number),
    expiresAt,
    until: at + (Number.isNaN(life) ? hour : life),
    state: 'open',
  };
}
