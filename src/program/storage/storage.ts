import type { Store } from '../../server/stores/store.js';

/** One database with two tables: the checkout's own records, and what the program keeps for each order. */
export interface Storage {
  readonly checkoutStore: Store;
  readonly programStore: Store;
  /** Rejects with the reason when one of the stores cannot be written. Writes at most once a second, whoever asks. */
  checkWritable(): Promise<void>;
  close(): Promise<void>;
}

/** What one kind of database opens. */
export type OpenDatabase = Omit<Storage, 'checkWritable'>;

/** The table, or the prefix of the keys, of what the program keeps. */
export const programTable = 'pay_checkout_program';

/** What the operator must install or change. */
export class StorageError extends Error {}
