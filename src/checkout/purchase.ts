import { oneOf, type Read } from '../wire/reader.js';

/** What the payer buys once. Elements and tabs with the same key pay for it at most once. */
export interface Purchase {
  /** What names it. `reference` and `checkout-url` name it for good; the others may name a later purchase too. */
  readonly namedBy: 'reference' | 'checkout-url' | 'intent-url' | 'page' | 'intent';
  /** Where it is paid, whatever it costs. For `intent` it is a credential: only a digest of it may be stored. */
  readonly name: string;
  /** `name`, plus the amount and the currency where these tell two purchases apart. */
  readonly key: string;
}

/**
 * Whether no later purchase can have the same name: the merchant has named it, or it is one intent, which makes one
 * payment.
 */
export const hasUniqueName = ({ namedBy }: Purchase): boolean =>
  namedBy !== 'intent-url' && namedBy !== 'page';

/**
 * Whether the page has moved on to another purchase. A new secret does not say so: a page may render one at each load
 * for the same order. Neither does a new price: the payer may have changed the order while a payment was open.
 */
export const isOtherPurchase = (a: Purchase, b: Purchase): boolean =>
  a.namedBy === b.namedBy && a.namedBy !== 'intent' && a.name !== b.name;

/**
 * How far a remembered payment got. `claimed`: nothing was sent yet. `waiting`: the bank waits for the payer.
 * `free`: it ended without a charge, so the next attempt need not wait for it. `given-up`: the same, but it may still
 * go through.
 */
export const readStage = oneOf('claimed', 'sent', 'waiting', 'free', 'given-up', 'paid', 'authorized');
export type Stage = Read<typeof readStage>;

/** Whether a stage, a phase or a status says that the payer's money was taken or is held. */
export const isPaid = (stage: string): stage is 'paid' | 'authorized' =>
  stage === 'paid' || stage === 'authorized';

/** What the tabs of an origin remember of a purchase. */
export interface StoredAttempt {
  readonly paymentId: string;
  readonly stage: Stage;
  /** When it got there first; milliseconds since the epoch. */
  readonly at: number;
  /** Whether some payment of the purchase, this one or an earlier one, was given up and may still go through. */
  readonly givenUp?: boolean | undefined;
  /** Whether this very page has made it, and was loaded again by Back or a reload. Of a final payment only. */
  readonly returned: boolean;
}

/** What is known of a purchase now. */
export interface StoreSnapshot {
  readonly entry: StoredAttempt | undefined;
  /** Another element or tab is paying for it at this moment. */
  readonly busy: boolean;
}

/** The memory that the tabs of an origin share, and the lock on each purchase. Each element has its own store. */
export interface AttemptStore {
  /** What is remembered. In a frame: what its page told last. */
  read(purchase: Purchase): StoredAttempt | undefined;
  /**
   * Takes the lock of the purchase, and reads the memory while it is held. `busy`: somebody else has the lock.
   * Does not reject: where there are no locks, nobody has one.
   */
  lock(purchase: Purchase): Promise<StoreSnapshot>;
  /** Gives the lock back. Harmless without one. */
  release(): void;
  /** The same as `lock`, but takes no lock. */
  peek(purchase: Purchase): Promise<StoreSnapshot>;
  /**
   * Writes how far a payment got. The entry of another payment that is open or paid stays, unless this one is now
   * claimed or sent. That some payment was given up is remembered in any case.
   */
  save(purchase: Purchase, paymentId: string, stage: Stage): void;
  /** The final payment belongs to an earlier purchase: from now on no page of this tab may take it for its own. */
  forget(purchase: Purchase): void;
  /** Calls back when another element or tab has written. The function that it answers ends that. */
  watch(purchase: Purchase, written: () => void): () => void;
}
