import * as z from 'zod/mini';
import { currency, invoiceStatuses, paymentIntentStatuses, paymentStatuses } from '../../wire/index.js';
import { lenientMetadata } from '../http/lenient.js';
import { chargeable, metadata, timestamp, uri, uuid } from '../../wire/scalar.js';
import { cardOf, maskNumber } from '../bank/cards.js';
import { invalidFields } from '../http/refusal.js';
import { createIntent, type IntentRow, buildIntentView } from '../intents.js';
import { insertInvoice, type InvoiceRow, buildInvoiceView, newInvoice } from '../invoices/invoice.js';
import { couponFixture, insertCoupon } from '../payments/coupons.js';
import { challengeUrl } from '../http/context.js';
import { detailsOf } from '../payments/source.js';
import { type PaymentRow, buildPaymentView } from '../payments/payment.js';
import { createDigits, parseTime, createId } from '../store/clock.js';
import type { Namespace } from '../namespace.js';

const common = {
  id: z.optional(uuid),
  amount: chargeable,
  currency: z.optional(currency),
  description: z.optional(z.string()),
  callback_url: z.optional(uri),
  created_at: z.optional(timestamp),
};

const intentFixture = z.strictObject({
  ...common,
  /** `expired` is `created` with a time that has passed. */
  status: z.optional(z.enum([...paymentIntentStatuses, 'expired'])),
  expires_at: z.optional(timestamp),
});

export const paymentFixture = z.strictObject({
  ...common,
  status: z.optional(z.enum(paymentStatuses)),
  metadata: z.optional(lenientMetadata),
  intent_id: z.optional(uuid),
  invoice_id: z.optional(uuid),
  /** The card. Only its masked form is stored. */
  number: z.optional(z.string().check(z.regex(/^\d{12,19}$/))),
  name: z.optional(z.string()),
  /** What has been taken of an authorised amount; of a `captured` payment, all of it when it is missing. */
  captured: z.optional(chargeable),
  /** What has been refunded of a `refunded` payment; all of it when it is missing. */
  refunded: z.optional(z.int().check(z.gte(1))),
});
type PaymentFixture = z.infer<typeof paymentFixture>;

const invoiceFixture = z.strictObject({
  ...common,
  status: z.optional(z.enum(invoiceStatuses)),
  metadata: z.optional(metadata),
  success_url: z.optional(uri),
  back_url: z.optional(uri),
  expired_at: z.optional(timestamp),
});

/** Things that are to be there, each in any state. */
export const fixtures = z.strictObject({
  intents: z.optional(z.array(intentFixture)),
  payments: z.optional(z.array(paymentFixture)),
  invoices: z.optional(z.array(invoiceFixture)),
  coupons: z.optional(z.array(couponFixture)),
});

/** Makes all of them or none, and announces nothing. Answers them as the API would. */
export function createFixtures(
  namespace: Namespace,
  { intents = [], payments = [], invoices = [], coupons = [] }: z.infer<typeof fixtures>,
  pagesUrl: string,
) {
  const { store } = namespace;
  return store.transaction(() => {
    const made = {
      invoices: invoices.map((wanted, index) => insertInvoiceFixture(namespace, wanted, index, pagesUrl)),
      intents: intents.map((wanted, index) => insertIntentFixture(namespace, wanted, index)),
      payments: payments.map((wanted, index) =>
        insertPaymentFixture(namespace, wanted, pagesUrl, `payments.${index}`),
      ),
    };
    return {
      coupons: coupons.map((wanted) => insertCoupon(namespace, wanted)),
      intents: made.intents.map(buildIntentView),
      payments: made.payments.map(buildPaymentView),
      invoices: made.invoices.map((row) => buildInvoiceView(store, row)),
    };
  });
}

function insertIntentFixture(
  namespace: Namespace,
  wanted: z.infer<typeof intentFixture>,
  index: number,
): IntentRow {
  const { store, clock } = namespace;
  requireNew(namespace, 'intents', `intents.${index}`, wanted.id);
  const { id, expires_at: standardEnd } = createIntent(namespace, wanted);
  const { status = 'created' } = wanted;
  const end = status === 'expired' ? clock.now() - 1 : standardEnd;
  return store.get<IntentRow>(
    'UPDATE intents SET id = ?, status = ?, expires_at = ?, fulfilled_at = ?, created_at = ? WHERE id = ? RETURNING *',
    wanted.id ?? id,
    status === 'expired' ? 'created' : status,
    wanted.expires_at ? parseTime(wanted.expires_at) : end,
    status === 'fulfilled' ? clock.now() : null,
    createdAt(namespace, wanted),
    id,
  ) as IntentRow;
}

function insertInvoiceFixture(
  namespace: Namespace,
  wanted: z.infer<typeof invoiceFixture>,
  index: number,
  pagesUrl: string,
): InvoiceRow {
  requireNew(namespace, 'invoices', `invoices.${index}`, wanted.id);
  const bill = newInvoice.parse({ ...wanted, description: wanted.description ?? 'An invoice' });
  const { id } = insertInvoice(namespace, bill, pagesUrl, wanted.id);
  return namespace.store.get<InvoiceRow>(
    'UPDATE invoices SET status = ?, created_at = ? WHERE id = ? RETURNING *',
    wanted.status ?? 'initiated',
    createdAt(namespace, wanted),
    id,
  ) as InvoiceRow;
}

/** Stores a payment in any state, as if requests had brought it there. */
export function insertPaymentFixture(
  namespace: Namespace,
  wanted: PaymentFixture,
  pagesUrl: string,
  path = 'payment',
): PaymentRow {
  const { store, clock } = namespace;
  const { status = 'paid', amount, currency = 'SAR' } = wanted;
  requireNew(namespace, 'payments', path, wanted.id);
  requireKnown(namespace, 'intents', `${path}.intent_id`, wanted.intent_id);
  requireKnown(namespace, 'invoices', `${path}.invoice_id`, wanted.invoice_id);
  for (const part of ['captured', 'refunded'] as const)
    if ((wanted[part] ?? 0) > amount)
      throw invalidFields({ [`${path}.${part}`]: ['is more than the amount'] });

  const number = wanted.number ?? (status === 'failed' ? '4123120001090109' : '4111111111111111');
  const card = cardOf(number);
  const challenge = createId();
  const now = clock.now();
  const isOpen = status === 'initiated';
  const isTaken = status === 'captured' || wanted.captured !== undefined;
  return store.insert<PaymentRow>('payments', {
    id: wanted.id ?? createId(),
    intent_id: wanted.intent_id ?? null,
    invoice_id: wanted.invoice_id ?? null,
    status,
    amount,
    asked_amount: amount,
    currency,
    refunded: status === 'refunded' ? (wanted.refunded ?? wanted.captured ?? amount) : 0,
    refunded_at: status === 'refunded' ? now : null,
    captured: isTaken ? (wanted.captured ?? amount) : 0,
    captured_at: isTaken ? now : null,
    voided_at: status === 'voided' ? now : null,
    paid_at: status === 'paid' || status === 'refunded' ? now : null,
    description: wanted.description ?? null,
    ip: '127.0.0.1',
    callback_url: wanted.callback_url ?? 'https://shop.example/',
    metadata_json: wanted.metadata ? JSON.stringify(wanted.metadata) : null,
    source_json: JSON.stringify(detailsOf(card, maskNumber(number), wanted.name ?? 'Fixture', null)),
    message: isOpen ? null : card.decision.message,
    response_code: isOpen ? null : (card.decision.code ?? null),
    authorization_code: isOpen || status === 'failed' ? null : createDigits(6),
    manual: status === 'authorized' || isTaken ? 1 : 0,
    challenge: isOpen ? challenge : null,
    challenge_url: isOpen ? challengeUrl(pagesUrl, challenge) : null,
    decision_json: JSON.stringify(card.decision),
    created_at: createdAt(namespace, wanted),
    updated_at: now,
  });
}

const createdAt = ({ clock }: Namespace, { created_at: given }: { created_at?: string | undefined }) =>
  given === undefined ? clock.now() : parseTime(given);

const exists = ({ store }: Namespace, table: string, id: string) =>
  store.get(`SELECT id FROM ${table} WHERE id = ?`, id) !== undefined;

function requireNew(namespace: Namespace, table: string, path: string, id: string | undefined): void {
  if (id !== undefined && exists(namespace, table, id))
    throw invalidFields({ [`${path}.id`]: ['is there already'] });
}

function requireKnown(namespace: Namespace, table: string, path: string, id: string | undefined): void {
  if (id !== undefined && !exists(namespace, table, id)) throw invalidFields({ [path]: ['is not there'] });
}
