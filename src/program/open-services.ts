import type { Logger } from './log.js';
import type { Metrics } from './metrics.js';
import { startNotificationWorker, type NotificationWorker } from './notifications/notification-worker.js';
import { queueNotification } from './notifications/queue.js';
import { createOrderRecords } from './records/order-records.js';
import { createOrderReader } from './records/order-view.js';
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
  const records = createOrderRecords(storage.programStore, Date.now);
  const orders = createShopOrders(records, settings);

  const notificationWorker: NotificationWorker | undefined =
    settings.notifications &&
    startNotificationWorker({
      records,
      settings: settings.notifications,
      now: Date.now,
      onError,
      onAttempt(orderId, { number, verdict, attempts }, { isDelivered, answer }) {
        metrics.webhookAttempts.inc({ result: isDelivered ? 'delivered' : 'failed' });
        const about = { orderId, verdict, number, attempt: attempts + 1, answer };
        log[isDelivered ? 'info' : 'warn'](
          about,
          isDelivered ? 'webhook delivered' : 'webhook not delivered',
        );
      },
      onGiveUp(orderId, { number, verdict, answer }) {
        metrics.webhooksGivenUp.inc();
        log.error({ orderId, verdict, number, answer }, 'webhook given up');
      },
    });

  /** Resolves when the notification is saved: until then the checkout reports the verdict again. */
  const notifyShop: NotifyShop = async ({ orderId, payment, verdict, discount }) => {
    metrics.verdicts.inc({ verdict });
    log.info({ orderId, paymentId: payment.id, verdict }, 'verdict');
    if (verdict === 'open') return;
    // Queued without WEBHOOK_URL too: another program over the same database may have it, or this one later.
    const bought = await view.readBought(orderId, payment.id);
    await records.update(orderId, (record) => {
      // Lost, or not put back with the checkout's own records: the verdict waits until the order's record is there.
      if (!record)
        throw new Error(`The program has no record of order ${orderId}: its webhook cannot be made.`);
      const { amount, currency, metadata } = record.order;
      const notification = {
        paymentId: payment.id,
        verdict,
        amount: payment.amount ?? amount,
        currency: payment.currency ?? currency,
        ...(discount !== undefined && { discount }),
        ...(payment.captured && { captured: payment.captured }),
        metadata: (bought ? bought.metadata : metadata) ?? {},
      };
      return queueNotification(record, notification, Date.now());
    });
    notificationWorker?.wake();
  };

  const checkout = createShopCheckout({ settings, storage, orders, metrics, onError, notifyShop });
  const view = createOrderReader({ storage, records, checkout });
  return {
    ...dependencies,
    records,
    orders,
    notificationWorker,
    checkout,
    verifier: createTokenVerifier(settings.orderKeys, onError),
    ...view,
  };
}
