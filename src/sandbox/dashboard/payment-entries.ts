import { type PaymentRow, paymentView } from '../payments/payment.js';
import { entry } from './entry.js';
import { named, newest, priced } from './rows.js';
import type { Source } from './source.js';
import { paymentState } from './states.js';

export const payments: Source = {
  kind: 'payment',
  before: (service, place, limit) =>
    newest<PaymentRow>(service, 'payments', place, limit).map((row) => ({
      place: row.place,
      at: row.created_at,
      entry: () =>
        entry({
          key: `payment-${row.id}`,
          kind: 'payment',
          ...named(row),
          ...priced(row),
          ...paymentState(row),
          ...(row.status === 'initiated' &&
            row.challenge && { link: `/3ds/${row.challenge}`, linkText: 'Answer the challenge' }),
          raw: paymentView(row),
        }),
    })),
};
