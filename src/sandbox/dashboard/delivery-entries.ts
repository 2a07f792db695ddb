import {
  type DeliveryAttempt,
  deliveriesBefore,
  deliveryById,
  type DeliveryWithMessage,
  deliveryView,
} from '../webhooks/delivery.js';
import { isCut } from '../webhooks/webhook-worker.js';
import type { Service } from '../controls/service.js';
import { outcome, sentence, tones } from './delivery-words.js';
import { type Entry, entry } from './entry.js';
import type { Source } from './source.js';

/** What both kinds of entry tell of a delivery. */
function shared(service: Service, row: DeliveryWithMessage) {
  const raw = deliveryView(service.store, row);
  const { amount_format: amount, description } = raw.data as Record<string, string | null>;
  return {
    kind: 'delivery',
    id: row.id,
    amount: amount ?? '',
    about: description ?? '',
    resend: isCut(service.store, row) ? '' : `/dashboard/deliveries/${row.id}/resend`,
    raw,
  } as const;
}

/** Each delivery from the moment it is queued; its first try changes it. */
export const deliveries: Source = {
  kind: 'delivery',
  before: (service, place, limit) =>
    deliveriesBefore(service.store, place, limit).map((row) => ({
      place: row.place,
      at: row.created_at,
      entry: (): Entry => {
        const known = shared(service, row);
        return entry({
          key: `delivery-${row.id}`,
          at: row.created_at,
          ...known,
          status: row.status.replace('_', ' '),
          tone: tones[row.status],
          what: sentence(row, known.raw.attempts.at(-1)),
        });
      },
    })),
};

interface RepeatRow extends DeliveryAttempt {
  readonly place: number;
  readonly id: string;
  readonly delivery_id: string;
}

/** Every later try, on schedule or by hand, when it was made. */
export const repeats: Source = {
  kind: 'delivery',
  before: (service, place, limit) =>
    service.store
      .all<RepeatRow>(
        `SELECT rowid AS place, * FROM attempts WHERE number > 1 AND rowid < ? ORDER BY rowid DESC LIMIT ?`,
        place,
        limit,
      )
      .map((row) => ({
        place: row.place,
        at: row.created_at,
        entry: (): Entry => {
          const delivery = deliveryById(service.store, row.delivery_id);
          return entry({
            key: `attempt-${row.id}`,
            at: row.created_at,
            ...shared(service, delivery),
            status: row.result === 'success' ? 'delivered' : 'failed',
            tone: row.result === 'success' ? 'good' : 'bad',
            what: `try ${row.number}: delivery of ${delivery.type} to ${delivery.url} ${outcome(row)}`,
          });
        },
      })),
};
