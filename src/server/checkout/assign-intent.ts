import type { Reply, CreatedIntent } from './order-event.js';
import { isResolved } from './pending-tasks.js';
import type { IntentEntry, OrderRecord, PaymentEntry } from './record.js';
import { buildCallbackUrl, buildDescription, isSameMoney } from './reference.js';

const hour = 3_600_000;

/**
 * Whether a new intent may become the order's. It also tells the time: it was made a moment ago by the service's clock,
 * and by no other clock can be said whether an older intent has expired or how long a payment has been waiting.
 */
export function assignIntent(
  before: OrderRecord,
  made: CreatedIntent,
  at: number,
): { record: OrderRecord; reply: Reply } {
  const record = releasePayment(before, made.insteadOf);
  const reply = refuseIntent(record, made, at) ?? followOpenIntent(record, made, at);
  if (reply.type !== 'assigned') return { record, reply };
  return { record: { ...record, intents: [...record.intents, buildIntentEntry(made, at)] }, reply };
}

/** The payer's own word about a payment of this order; any other id says nothing. */
function releasePayment(record: OrderRecord, insteadOf: string | undefined): OrderRecord {
  const isMeant = ({ id, verdict, released }: PaymentEntry) =>
    id === insteadOf && !released && (verdict === 'open' || verdict === 'announced');
  if (!record.payments.some(isMeant)) return record;
  return {
    ...record,
    payments: record.payments.map((entry) => (isMeant(entry) ? { ...entry, released: true } : entry)),
  };
}

/** What holds the order up, whatever its intents are. */
function refuseIntent(record: OrderRecord, made: CreatedIntent, at: number): Reply | undefined {
  if (record.paidBy !== undefined) return { type: 'order_paid', paymentId: record.paidBy };
  const now = serviceTime(made, at);
  const waiting = record.payments.find(
    ({ verdict, released, createdAt }) =>
      verdict === 'open' && !released && !(now - Date.parse(createdAt ?? '') >= hour),
  );
  if (waiting) return { type: 'payment_open', paymentId: waiting.id };
  const unseen = record.intents.find(
    (intent) => intent.state === 'used' && !isResolved(record, intent) && !isReleased(record, intent),
  );
  if (!unseen) return undefined;
  const announced = record.payments.filter(({ intent, released }) => intent === unseen.number && !released);
  return { type: 'payment_open', paymentId: announced.at(-1)?.id };
}

/** What becomes of the intent that is in use so far. */
function followOpenIntent({ intents }: OrderRecord, made: CreatedIntent, at: number): Reply {
  const open = intents.find(({ state }) => state === 'open');
  if (open) {
    const usable = isSameMoney(open, made.order) && Date.parse(open.expiresAt) > serviceTime(made, at);
    return { type: usable ? 'reuse-intent' : 'retire-intent', intent: open };
  }
  const next = intents.length + 1;
  // Another request was faster, and its intent is over already.
  return made.number === next ? { type: 'assigned' } : { type: 'create-intent', number: next };
}

/** An intent's only payment was given up by the payer, also when the service has not shown it yet. */
function isReleased({ payments }: OrderRecord, { number }: IntentEntry): boolean {
  const announced = payments.filter(({ intent }) => intent === number);
  return announced.length > 0 && announced.every(({ released }) => released);
}

function serviceTime({ intent }: CreatedIntent, at: number): number {
  const time = Date.parse(intent.created_at ?? '');
  return Number.isNaN(time) ? at : time;
}

function buildIntentEntry(made: CreatedIntent, at: number): IntentEntry {
  const { intent, order, number } = made;
  const expiresAt = intent.expires_at ?? '';
  const life = Date.parse(expiresAt) - serviceTime(made, at);
  return {
    number,
    id: intent.id,
    amount: order.amount,
    currency: order.currency,
    // As the service holds them, because that is how they come back in the payment.
    description: intent.description ?? buildDescription(order),
    callbackUrl: intent.callback_url ?? buildCallbackUrl(order, number),
    expiresAt,
    until: at + (Number.isNaN(life) ? hour : life),
    state: 'open',
  };
}
