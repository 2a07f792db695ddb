import * as z from 'zod/mini';
import { paymentContract, paymentStatuses } from '../../wire/index.js';
import { byMetadata, conditionsOf, equals, isFilter, moment, oneOf } from '../http/filters.js';
import { isPaging, listPage, pageIn, pageMeta, parametersOf } from '../http/paging.js';
import type { Store } from '../store/store.js';
import { type PaymentRow, paymentView } from './payment.js';

export const paymentPage = z.object({ payments: z.array(paymentContract), meta: pageMeta });

const filters = [
  equals('id', 'id'),
  oneOf('status', paymentStatuses),
  equals('last_4', "substr(json_extract(source_json, '$.number'), -4)"),
  equals('rrn', "json_extract(source_json, '$.reference_number')"),
  moment('created', 'created_at'),
  moment('updated', 'updated_at'),
  byMetadata,
];

/** The payments that match every filter of an address. */
export function listPayments(store: Store, url: string) {
  const parameters = parametersOf(url, (name) => isPaging(name) || isFilter(name));
  const { where, values } = conditionsOf(parameters, filters);
  const { rows, meta } = listPage<PaymentRow>(store, pageIn(parameters), `payments${where}`, ...values);
  return { payments: rows.map(paymentView), meta };
}
