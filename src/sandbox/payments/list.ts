import { paymentStatuses } from '../../wire/index.js';
import { listPage, pageIn, parametersOf } from '../http/paging.js';
import { invalidFields } from '../http/refusal.js';
import type { Service } from '../service.js';
import { type PaymentRow, paymentView } from './payment.js';

const metadataKey = /^metadata\[(.+)\]$/s;

/** Payments by status and by metadata, all of which must match; interface 2.3. */
export function listPayments({ store }: Service, url: string) {
  const parameters = parametersOf(url, (name) => /^(page|status)$/.test(name) || metadataKey.test(name));
  const conditions: string[] = [];
  const values: string[] = [];
  for (const [name, value] of parameters) {
    const key = metadataKey.exec(name)?.[1];
    if (key !== undefined) {
      conditions.push('EXISTS (SELECT 1 FROM json_each(metadata_json) WHERE key = ? AND value = ?)');
      values.push(key, value);
    } else if (name === 'status') {
      if (!paymentStatuses.some((status) => status === value))
        throw invalidFields({ status: [`must be one of ${paymentStatuses.join(', ')}`] });
      conditions.push('status = ?');
      values.push(value);
    }
  }
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
  const { rows, meta } = listPage<PaymentRow>(store, pageIn(parameters), `payments${where}`, ...values);
  return { payments: rows.map(paymentView), meta };
}
