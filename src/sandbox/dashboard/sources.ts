import { formatAmount } from '../bank/money.js';
import type { LogEntry } from '../controls/request-log.js';
import { type IntentRow, buildIntentView } from '../intents.js';
import { expireInvoices, type InvoiceRow, buildInvoiceView } from '../invoices/invoice.js';
import { challengeUrl } from '../http/context.js';
import { type PaymentRow, buildPaymentView } from '../payments/payment.js';
import { type TokenRow, buildTokenView } from '../tokens.js';
import {
  type DeliveryAttempt,
  deliveriesBefore,
  requireDelivery,
  buildDeliveryView,
  type DeliveryWithMessage,
} from '../webhooks/delivery.js';
import type { WebhookRow } from '../webhooks/send.js';
import { buildWebhookView } from '../webhooks/webhook.js';
import { isWebhookDeleted } from '../webhooks/webhook-worker.js';
import type { Namespace } from '../namespace.js';
import {
  state,
  outcome,
  intentState,
  paymentState,
  tokenState,
  invoiceState,
  deliveryState,
} from './describe-state.js';
import { type TimelineEntry, entry, type EntryFields, type Kind, stamp } from './entry.js';

/** Something that may become an entry: made only when it is shown. */
interface Candidate {
  /** Where it stands in its source; a later one has a higher number. */
  readonly place: number;
  readonly at: number;
  entry(): TimelineEntry;
}

/** One stream of the timeline. */
interface TimelineSource {
  readonly kind: Kind;
  /** The newest first, all before a place. Goes by row numbers, so that no table has to be sorted or searched. */
  listBefore(namespace: Namespace, place: number, limit: number): Candidate[];
}

interface Placed {
  readonly place: number;
  readonly id: string;
  readonly created_at: number;
}

/** What a row shows. Its kind, its time, and unless they are given, its key and its id are those of the row. */
type Shown = Omit<EntryFields, 'key' | 'kind' | 'at' | 'id'> & Partial<Pick<EntryFields, 'key' | 'id'>>;

/** A source that shows rows. `from` is SQL of our own, which ends where a condition can follow. */
const createRowSource = <Row>(
  kind: Kind,
  from: string | ((namespace: Namespace, place: number, limit: number) => ReadonlyArray<Row & Placed>),
  show: (row: Row & Placed, namespace: Namespace) => Shown,
): TimelineSource => ({
  kind,
  listBefore: (namespace, place, limit) =>
    (typeof from === 'string'
      ? namespace.store.all<Row & Placed>(
          `SELECT rowid AS place, * FROM ${from} rowid < ? ORDER BY rowid DESC LIMIT ?`,
          place,
          limit,
        )
      : from(namespace, place, limit)
    ).map((row) => ({
      place: row.place,
      at: row.created_at,
      entry: () =>
        entry({ key: `${kind}-${row.id}`, kind, at: row.created_at, id: row.id, ...show(row, namespace) }),
    })),
});

const describePrice = (row: { amount: number; currency: string; description: string | null }) => ({
  amount: formatAmount(row.amount, row.currency),
  about: row.description ?? '',
});

const challengeLink = (namespace: Namespace, row: { status: string; challenge: string | null }) =>
  row.status === 'initiated' && row.challenge
    ? { link: challengeUrl(namespace.path, row.challenge), linkText: 'Answer the challenge' }
    : {};

/** What both kinds of entry show of a delivery. */
function delivery(namespace: Namespace, row: DeliveryWithMessage) {
  const raw = buildDeliveryView(namespace.store, row);
  const { amount_format: amount, description } = raw.data as Record<string, string | null>;
  return {
    id: row.id,
    amount: amount ?? '',
    about: description ?? '',
    resend: isWebhookDeleted(namespace.store, row)
      ? ''
      : `${namespace.path}/dashboard/deliveries/${row.id}/resend`,
    raw,
  };
}

/** The requests that the log still has, as it masked them. */
const requests: TimelineSource = {
  kind: 'request',
  listBefore: ({ log }, place, limit) => {
    const first = log.first();
    const wanted = log.entries().slice(0, Math.max(0, place - first));
    return wanted
      .map((request, index) => ({
        place: first + index,
        at: Date.parse(request.at),
        entry: () => requestEntry(first + index, request),
      }))
      .slice(-limit)
      .reverse();
  },
};

const requestEntry = (number: number, request: LogEntry) =>
  entry({
    key: `request-${number}`,
    kind: 'request',
    at: Date.parse(request.at),
    id: `#${number}`,
    status: request.status === null ? 'no answer' : String(request.status),
    tone: request.status !== null && request.status < 400 ? 'plain' : 'bad',
    what: `${request.method} ${request.path}`,
    about: request.key ?? 'no key',
    raw: request,
  });

/** On equal timestamps, effects sort first. */
export const sources: readonly TimelineSource[] = [
  // Every later attempt at a delivery, on schedule or by hand, when it was made.
  createRowSource<DeliveryAttempt & { readonly delivery_id: string }>(
    'delivery',
    'attempts WHERE number > 1 AND',
    (row, namespace) => {
      const sent = requireDelivery(namespace.store, row.delivery_id);
      return {
        ...delivery(namespace, sent),
        key: `attempt-${row.id}`,
        ...(row.result === 'success' ? state('delivered', 'good') : state('failed', 'bad')),
        what: `try ${row.number}: delivery of ${sent.type} to ${sent.url} ${outcome(row)}`,
      };
    },
  ),
  // Each delivery from the moment it is queued; its first attempt changes it.
  createRowSource<DeliveryWithMessage>(
    'delivery',
    ({ store }, place, limit) => deliveriesBefore(store, place, limit),
    (row, namespace) => {
      const shown = delivery(namespace, row);
      return { ...shown, key: `delivery-${row.id}`, ...deliveryState(row, shown.raw.attempts.at(-1)) };
    },
  ),
  createRowSource<PaymentRow>('payment', 'payments WHERE', (row, namespace) => ({
    ...describePrice(row),
    ...paymentState(row),
    ...challengeLink(namespace, row),
    raw: buildPaymentView(row),
  })),
  createRowSource<TokenRow>('token', 'tokens WHERE', (row, namespace) => {
    const view = buildTokenView(row, namespace.clock.now());
    return {
      // By its number, because the id of a token is a credential.
      key: `token-${row.place}`,
      // Without the prefix, which is the same for all of them.
      id: row.id.replace('token_', ''),
      about: `${view.brand} •••• ${view.last_four}`,
      ...tokenState(view),
      ...challengeLink(namespace, row),
      raw: { ...view, id: 'token_…', verification_url: view.verification_url && '…' },
    };
  }),
  createRowSource<IntentRow>('intent', 'intents WHERE', (row, namespace) => ({
    ...describePrice(row),
    ...intentState(row, namespace.clock.now()),
    raw: { ...buildIntentView(row), client_secret: '…' },
  })),
  createRowSource<InvoiceRow>(
    'invoice',
    (namespace, place, limit) => {
      expireInvoices(namespace);
      return namespace.store.all(
        'SELECT rowid AS place, * FROM invoices WHERE rowid < ? ORDER BY rowid DESC LIMIT ?',
        place,
        limit,
      );
    },
    (row, namespace) => ({
      ...describePrice(row),
      ...invoiceState(row),
      link: `${namespace.path}/invoices/${row.id}`,
      linkText: 'Open the hosted page',
      raw: buildInvoiceView(namespace.store, row),
    }),
  ),
  createRowSource<WebhookRow & { readonly deleted_at: number | null }>('webhook', 'webhooks WHERE', (row) => {
    const raw = buildWebhookView(row);
    const { deleted_at: deletedAt, url } = row;
    return deletedAt === null
      ? { ...state('active', 'good', `webhook for ${raw.events.join(', ') || 'every event'} at ${url}`), raw }
      : { ...state('deleted', 'plain', `webhook at ${url} deleted at ${stamp(deletedAt)}`), raw };
  }),
  requests,
];
