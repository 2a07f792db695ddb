import { PayError } from '../../error.js';

export const defaultTable = 'pay_checkout_orders';

export interface TableOptions {
  /** The table's name; `pay_checkout_orders` when omitted. Letters, digits and `_`, at most 48. */
  readonly table?: string | undefined;
}

/** A name that goes into SQL as it is. 48 characters leave room for the index's name in PostgreSQL, which cuts at 63. */
export function checkTableName({ table = defaultTable }: TableOptions = {}): string {
  if (typeof table !== 'string' || !/^[a-z_][a-z0-9_]{0,47}$/i.test(table))
    throw new PayError(
      'configuration',
      '`table` must be a name of at most 48 letters, digits and _, without a digit at its start.',
      { field: 'table' },
    );
  return table;
}
