import type { Log } from './log.js';
import type { Metrics } from './metrics.js';
import type { FailingIndex } from './news/failing-index.js';
import type { NewsWorker } from './news/news-worker.js';
import type { OrderRecords } from './records/order-records.js';
import type { OrderView, Standing } from './records/order-view.js';
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
  readonly failing: FailingIndex;
  /** Undefined without `NEWS_URL`. */
  readonly news: NewsWorker | undefined;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly lifecycle: { readonly isStopping: boolean };
  /** Counts and logs what went wrong. */
  readonly onError: (error: unknown) => void;
  /** What the records say, without a question to the service. */
  readonly readStanding: (orderId: string) => Promise<Standing | undefined>;
  /** What the service says now. */
  readonly readOrder: (orderId: string) => Promise<OrderView | undefined>;
}
