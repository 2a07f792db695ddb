import type { Logger } from './log.js';
import type { Metrics } from './metrics.js';
import { createUndeliveredIndex } from './news/undelivered-index.js';
import { startNotificationWorker, type NotificationWorker } from './news/notification-worker.js';
import { queueNotification } from './news/queue.js';
import { createOrderRecords } from './records/order-records.js';
import { createOrderView } from './records/order-view.js';
import { createShopOrders } from './records/shop-orders.js';
import type { Services } from './services.js';
import type { ProgramSettings } from './settings/settings.js';
import { createShopCheckout, type NotifyShop } from './shop-checkout.js';
import type { Storage } from './storage/storage.js';
import { createTokenVerifier } from './tokens/token-verifier.js';

interface OpenServicesDependencies {
  readonly settings: ProgramSettings;
  readonly storage: Storage;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly onError: (error: unknown) => void;
  readonly lifecycle: { readonly isStopping: boolean };
}

/** Creates the services and starts the notification worker. */
export function openServices(dependencies: OpenServicesDependencies): Services {
  const { settings, storage, log, metrics, onError } = dependencies;
  const records = createOrderRecords(storage.programStore);
  const orders = createShopOrders(records);
  const undelivered = createUndeliveredIndex(storage.programStore);

  const notificationWorker: NotificationWorker | undefined =
    settings.notifications &&
    startNotificationWorker({
      ...{ records, undelivered, settings: settings.notifications, now: Date.now, onError },
      onAttempt(orderId, { number, verdict, attempts }, { isDelivered, answer }) {
        metrics.news.inc({ result: isDelivered ? 'delivered' : 'failed' });
        const about = { orderId, verdict, number, attempt: attempts + 1, answer };
        log[isDelivered ? 'info' : 'warn'](about, isDelivered ? 'news delivered' : 'news not delivered');
      },
    });

  /** Resolves when the notification is saved: until then the checkout reports the verdict again. */
  const notifyShop: NotifyShop = async ({ orderId, payment, verdict }) => {
    metrics.verdicts.inc({ verdict });
    log.info({ orderId, paymentId: payment.id, verdict }, 'verdict');
    if (!notificationWorker || verdict === 'open') return;
    await records.update(orderId, (record) => {
      if (!record) return record;
      const amount = payment.amount ?? record.order.amount;
      const currency = payment.currency ?? record.order.currency;
      return queueNotification(record, { paymentId: payment.id, verdict, amount, currency }, Date.now());
    });
    notificationWorker.wake();
  };

  const checkout = createShopCheckout({ settings, storage, orders, metrics, onError, notifyShop });
  const view = createOrderView({ storage, records, checkout });
  return {
    ...dependencies,
    ...{
      records,
      orders,
      undelivered,
      notificationWorker,
      checkout,
      verifier: createTokenVerifier(settings.orderKeys),
    },
    readPaidVerdict: view.readPaidVerdict,
    readOrder: view.readOrder,
  };
}
