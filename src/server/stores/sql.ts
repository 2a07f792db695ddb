import { createConfigurationError } from '../check.js';

export const defaultTable = 'pay_checkout_orders';

export interface TableOptions {
  /** The table's name; `pay_checkout_orders` when omitted. Letters, digits and `_`, at most 48. */
  readonly table?: string | undefined;
}

/** A name that goes into SQL as it is. 48 characters leave room for the index's name in PostgreSQL, which cuts at 63. */
export function checkTableName({ table = defaultTable }: TableOptions = {}): string {
  if (typeof table !== 'string' || !/^[a-z_][a-z0-9_]{0,47}$/i.test(table))
    throw createConfigurationError(
      'table',
      '`table` must be a name of at most 48 letters, digits and _, without a digit at its start.',
    );
  return table;
}

/** A deadlock among many savers may need a few rounds; more would be a fault, which an error should report. */
const rounds = 8;

/**
 * Repeats a statement that the database itself has undone for the sake of another one (a deadlock, a serialization
 * failure). Never used for an answer that was lost: the result of such a statement is not known.
 */
export async function retryConflict<T>(
  isConflict: (error: unknown) => boolean,
  statement: () => Promise<T>,
): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      return await statement();
    } catch (error) {
      if (round === rounds || !isConflict(error)) throw error;
    }
  }
}
