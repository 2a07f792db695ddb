import { oneOf, type Read } from '../../wire/reader.js';

/** What the payer buys once. Elements and tabs with the same key pay for it at most once. */
export interface Purchase {
  /** What names the purchase. Only `intent-url` and `page` may name a later purchase too. */
  readonly namedBy: 'reference' | 'checkout-url' | 'intent-url' | 'page' | 'intent';
  /** The name, whatever the purchase costs. For `intent` the name is a credential: only a digest may be stored. */
  readonly name: string;
  /** `name`, plus the amount and the currency where these tell two purchases apart. */
  readonly key: string;
}

/**
 * Whether no later purchase can have the same name: the merchant has named the purchase, or the name is an intent,
 * which makes one payment.
 */
export const hasUniqueName = ({ namedBy }: Purchase): boolean =>
  namedBy !== 'intent-url' && namedBy !== 'page';

/**
 * Whether two configs are for different purchases. A new secret is no proof: a page may render one at each load for the
 * same order. Nor is a new price: the payer may have changed the order while a payment was open.
 */
export const isOtherPurchase = (a: Purchase, b: Purchase): boolean =>
  a.namedBy === b.namedBy && a.namedBy !== 'intent' && a.name !== b.name;

/**
 * How far a stored attempt got. `claimed`: the purchase was locked and nothing was sent yet. `waiting`: the bank waits
 * for the payer. `free`: the payment ended without a charge, so the next attempt need not wait. `given-up`: the next
 * attempt need not wait either, but the payment may still go through. The values are stored in browsers: keep them.
 */
export const readStage = oneOf('claimed', 'sent', 'waiting', 'free', 'given-up', 'paid', 'authorized');
export type Stage = Read<typeof readStage>;

/** Whether a stage, a phase or a status says that the payer's money was taken or is held. */
export const isPaidOrAuthorized = (stage: string): stage is 'paid' | 'authorized' =>
  stage === 'paid' || stage === 'authorized';

/** What the attempt store has of a purchase, shared by the tabs of an origin. The field names cross the frame: keep them. */
export interface StoredAttempt {
  readonly paymentId: string;
  readonly stage: Stage;
  /** When the entry was last written; for `waiting`, when the wait began. Milliseconds since the epoch. */
  readonly at: number;
  /** Whether a payment of the purchase, this one or an earlier one, was given up and may still go through. */
  readonly givenUp?: boolean | undefined;
  /**
   * Whether the payer has come back: this page made the payment and was loaded again by Back or a reload, or this tab has
   * gone to the payment's return URL before. Used only for a final payment.
   */
  readonly returned: boolean;
}

/** What the attempt store says of a purchase at one moment. */
export interface StoreSnapshot {
  readonly entry: StoredAttempt | undefined;
  /** Another element or tab has the lock of the purchase: it is paying at this moment. */
  readonly isLockedElsewhere: boolean;
}

/** The stored attempts that the tabs of an origin share, and a lock on each purchase. Each element has its own store. */
export interface AttemptStore {
  /** The stored attempt of a purchase. In a frame: the one that its page has sent last. */
  read(purchase: Purchase): StoredAttempt | undefined;
  /**
   * Takes the lock of the purchase, and then reads the store. `isLockedElsewhere`: another element or tab has the lock.
   * Does not reject: without Web Locks the purchase counts as locked by this element.
   */
  lock(purchase: Purchase): Promise<StoreSnapshot>;
  /** Releases the lock. Harmless without one. */
  release(): void;
  /** Reads the store, and whether the purchase is locked; takes no lock. */
  peek(purchase: Purchase): Promise<StoreSnapshot>;
  /**
   * Writes how far a payment got. `claimed` replaces the entry of any other payment, because the element has the lock.
   * The entry of another payment that is `sent` or `waiting` stays otherwise; a paid one is replaced only by `sent`, and a
   * `claimed` one only by `sent` or by a paid one. That a payment of the purchase was given up is kept in any case.
   *
   * @param replacesPaid The merchant's server has named the end of the payment. Otherwise `paid` stays, which another tab
   *   may have read.
   */
  save(purchase: Purchase, paymentId: string, stage: Stage, replacesPaid?: boolean): void;
  /** Drops this tab's stored payment: it belongs to an earlier purchase, and no page of this tab may show it again. */
  forget(purchase: Purchase): void;
  /**
   * Calls back when the entry may have changed, also when this element has written it, or the entry of another purchase
   * was written. Returns a function that ends the watch.
   */
  watch(purchase: Purchase, onWrite: () => void): () => void;
}
