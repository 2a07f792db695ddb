import type { Store } from '../../server/stores/store.js';

/** One database with two tables: the checkout's own records, and what the program keeps for each order. */
export interface Storage {
  readonly checkoutStore: Required<Store>;
  readonly programStore: Required<Store>;
  /** Rejects with the reason when one of the stores cannot be written. Writes at most once a second. */
  checkWritable(): Promise<void>;
  close(): Promise<void>;
}

/** What one kind of database opens. */
export type OpenedDatabase = Omit<Storage, 'checkWritable'>;

/** The table, or the prefix of the keys, of what the program keeps. */
export const programTable = 'pay_checkout_program';

/** What the operator must install or change. */
export class StorageError extends Error {}

/**
 * Loads an optional package. It is named by its import, so that a bundler sees it and leaves it outside.
 *
 * @throws {StorageError} a sentence that says what to install.
 */
export async function loadDriver<T>(name: string, database: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Any other error, such as that of a package that was built for another machine, keeps its message.
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(name)) throw error;
    throw new StorageError(
      `DATABASE_URL names ${database}, and its driver is not installed: run \`npm install ${name}\`.`,
    );
  }
}
