import { adopt } from './adopt.js';
import type { Answer, Decision, Fact, Policy } from './fact.js';
import { hearPayment } from './hear-payment.js';
import type { Verdict } from './order.js';
import { isAwaited, outstanding } from './outstanding.js';
import type { IntentEntry, OrderRecord, PaymentEntry } from './record.js';

/** Each is asked about at the service, so their number is limited. An honest page needs one for each intent. */
const mostAnnounced = 50;

/** The whole judgement over an order: what a fact makes of its record, and what is to be done. No I/O, no clock. */
export function decide(before: OrderRecord, fact: Fact, policy: Policy): Decision {
  const { record, answer } = step(before, fact, policy);
  const work = outstanding(record, fact.at);
  return { record: { ...record, open: work.length > 0 }, answer, work };
}

const noted: Answer = { say: 'noted' };

function step(
  record: OrderRecord,
  fact: Fact,
  policy: Policy,
): { readonly record: OrderRecord; readonly answer: Answer } {
  switch (fact.kind) {
    case 'announced':
      return announce(record, fact.paymentId, fact.at);
    case 'payment':
      return { record: hearPayment(record, fact, policy), answer: noted };
    case 'intent':
      return { record: hearIntent(record, fact.id, fact.state), answer: noted };
    case 'wanted':
      return { record, answer: paidAnswer(record) ?? { say: 'make', number: record.intents.length + 1 } };
    case 'made':
      return adopt(record, fact, fact.at);
    case 'given-back':
      return { record: changePayment(record, fact.paymentId, { giveBack: 'done' }), answer: noted };
    case 'told':
      return { record: forget(record, fact.paymentId, fact.verdict), answer: noted };
    case 'time':
      return { record, answer: noted };
    default:
      return fact satisfies never;
  }
}

const paidAnswer = ({ paidBy }: OrderRecord): Answer | undefined =>
  paidBy === undefined ? undefined : { say: 'order_paid', paymentId: paidBy };

/** A page says so before it sends, and says it again before it sends again. */
function announce(record: OrderRecord, id: string, at: number) {
  // A page that was left open while another payment paid is stopped before it sends.
  const paid = record.paidBy === id ? undefined : paidAnswer(record);
  if (paid) return { record, answer: paid };
  const known = record.payments.find((entry) => entry.id === id);
  if (known) {
    // Given up by another page of the order: this one goes on with it, so it holds the order up again.
    const goesOn = known.released && known.verdict === 'announced';
    return { record: goesOn ? changePayment(record, id, { released: false }) : record, answer: noted };
  }
  const awaited = record.payments.filter(
    (entry) => entry.verdict === 'announced' && isAwaited(record, entry, at),
  );
  if (awaited.length >= mostAnnounced) return { record, answer: { say: 'too-many' } as const };
  const entry: PaymentEntry = {
    id,
    intent: record.intents.length,
    at,
    verdict: 'announced',
    money: 'unknown',
    untold: [],
  };
  return { record: { ...record, payments: [...record.payments, entry] }, answer: noted };
}

/** `used` outweighs everything: should a proof ever have been wrong, the order is held up and not charged again. */
function hearIntent(record: OrderRecord, id: string, heard: 'used' | 'unused'): OrderRecord {
  const intents = record.intents.map((intent): IntentEntry => {
    if (intent.id !== id || intent.state === 'used') return intent;
    return { ...intent, state: heard === 'used' ? 'used' : 'over' };
  });
  return { ...record, intents };
}

const changePayment = (record: OrderRecord, id: string, change: Partial<PaymentEntry>): OrderRecord => ({
  ...record,
  payments: record.payments.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
});

function forget(record: OrderRecord, id: string, verdict: Verdict): OrderRecord {
  const untold = record.payments.find((entry) => entry.id === id)?.untold ?? [];
  // The first one only: the same verdict may have come again since.
  const index = untold.indexOf(verdict);
  return index < 0 ? record : changePayment(record, id, { untold: untold.filter((_, at) => at !== index) });
}
