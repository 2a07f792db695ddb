import type { ChargeEntry } from '../server/checkout/record.js';
import type { Logger } from './log.js';
import type { Metrics } from './metrics.js';
import type { NotificationWorker } from './notifications/notification-worker.js';
import type { OrderRecords } from './records/order-records.js';
import type { OrderView, PaidOrder } from './records/order-view.js';
import type { ShopOrders } from './records/shop-orders.js';
import type { ProgramSettings } from './settings/settings.js';
import type { ShopCheckout } from './shop-checkout.js';
import type { Storage } from './storage/storage.js';
import type { TokenVerifier } from './tokens/token-verifier.js';

/** What the routes work with. */
export interface Services {
  readonly settings: ProgramSettings;
  readonly storage: Storage;
  readonly records: OrderRecords;
  readonly orders: ShopOrders;
  readonly verifier: TokenVerifier;
  readonly checkout: ShopCheckout;
  /** Undefined without `WEBHOOK_URL`. */
  readonly notificationWorker: NotificationWorker | undefined;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly lifecycle: { readonly isStopping: boolean };
  /** Counts and logs what went wrong. */
  readonly onError: (error: unknown) => void;
  /** What the records say, without a question to the service. */
  readonly readPaid: (orderId: string) => Promise<PaidOrder | undefined>;
  /** The saved card of the payment that has paid for an order; a credential. Undefined if there is none. */
  readonly readSavedCard: (orderId: string) => Promise<string | undefined>;
  readonly readCharge: (orderId: string, key: string) => Promise<ChargeEntry | undefined>;
  /** Reads the payments from the service, saves what changed, notifies the shop, and returns the order. */
  readonly settleAndReadOrder: (orderId: string) => Promise<OrderView | undefined>;
}
