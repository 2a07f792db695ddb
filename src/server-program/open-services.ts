import type { Log } from './log.js';
import type { Metrics } from './metrics.js';
import { createFailingIndex } from './news/failing-index.js';
import { startNewsWorker, type NewsWorker } from './news/news-worker.js';
import { addNews } from './news/queue.js';
import { createOrderRecords } from './records/order-records.js';
import { createOrderView } from './records/order-view.js';
import { createShopOrders } from './records/shop-orders.js';
import type { Services } from './services.js';
import type { ProgramSettings } from './settings/settings.js';
import { createShopCheckout, type TellVerdict } from './shop-checkout.js';
import type { Storage } from './storage/storage.js';
import { createTokenVerifier } from './tokens/token-verifier.js';

interface Parts {
  readonly settings: ProgramSettings;
  readonly storage: Storage;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly onError: (error: unknown) => void;
  readonly lifecycle: { readonly isStopping: boolean };
}

/** Creates the services and starts the notification worker. */
export function openServices(parts: Parts): Services {
  const { settings, storage, log, metrics, onError } = parts;
  const records = createOrderRecords(storage.orders);
  const orders = createShopOrders(records);
  const failing = createFailingIndex(storage.orders);

  const news: NewsWorker | undefined =
    settings.news &&
    startNewsWorker({
      ...{ records, failing, settings: settings.news, now: Date.now, onError },
      onAttempt(orderId, { number, verdict, attempts }, { isDelivered, answer }) {
        metrics.news.inc({ result: isDelivered ? 'delivered' : 'failed' });
        const about = { orderId, verdict, number, attempt: attempts + 1, answer };
        log[isDelivered ? 'info' : 'warn'](about, isDelivered ? 'news delivered' : 'news not delivered');
      },
    });

  /** Resolves when the notification is saved: until then the checkout reports the verdict again. */
  const tellVerdict: TellVerdict = async ({ orderId, payment, verdict }) => {
    metrics.verdicts.inc({ verdict });
    log.info({ orderId, paymentId: payment.id, verdict }, 'verdict');
    if (!news || verdict === 'open') return;
    await records.update(orderId, (record) => {
      if (!record) return record;
      const amount = payment.amount ?? record.order.amount;
      const currency = payment.currency ?? record.order.currency;
      return addNews(record, { paymentId: payment.id, verdict, amount, currency }, Date.now());
    });
    news.wake();
  };

  const checkout = createShopCheckout({ settings, storage, orders, metrics, onError, tellVerdict });
  const view = createOrderView({ storage, records, checkout });
  return {
    ...parts,
    ...{ records, orders, failing, news, checkout, verifier: createTokenVerifier(settings.orderKeys) },
    readStanding: view.readStanding,
    readOrder: view.readOrder,
  };
}
