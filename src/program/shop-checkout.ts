import { createCheckout, createPayClient, type Checkout, type Settlement } from '../entries/server.js';
import type { Metrics } from './metrics.js';
import type { ShopOrders } from './records/shop-orders.js';
import { ensureRegistration } from './ensure-registration.js';
import type { ProgramSettings } from './settings/settings.js';
import type { Storage } from './storage/storage.js';

export type NotifyShop = (settlement: Settlement) => Promise<void>;

interface ShopCheckoutDependencies {
  readonly settings: ProgramSettings;
  readonly storage: Storage;
  readonly orders: ShopOrders;
  readonly metrics: Metrics;
  readonly onError: (error: unknown) => void;
  readonly notifyShop: NotifyShop;
}

/** The checkout of this shop, and what the program does with it by the clock. */
export interface ShopCheckout extends Pick<
  Checkout,
  'fetch' | 'settle' | 'charge' | 'refund' | 'capture' | 'void' | 'adopt'
> {
  /** Asks about what is due, until nothing is left or nothing may be asked. */
  sweepAll(signal: AbortSignal): Promise<void>;
  registerWebhook(): Promise<void>;
}

/** Shorter than payers wait. Messages of the service have another limit. */
const serviceTimeoutMs = 15_000;
/** One round of a sweep, and how many orders are read at once. */
const sweepOptions = { limit: 100, concurrency: 8 };

export function createShopCheckout(parts: ShopCheckoutDependencies): ShopCheckout {
  const { settings, storage, orders, metrics, onError, notifyShop } = parts;
  const { secretKey, baseUrl, webhookSecret, refundDuplicates, callerDeclinesPerHour } = settings;
  const client = createPayClient({
    secretKey,
    baseUrl,
    timeout: serviceTimeoutMs,
    async fetch(url, init) {
      const method = init.method ?? 'GET';
      try {
        const response = await fetch(url, init);
        metrics.serviceCalls.inc({ method, status: String(response.status) });
        return response;
      } catch (error) {
        metrics.serviceCalls.inc({ method, status: '0' });
        throw error;
      }
    },
  });
  const checkout = createCheckout({
    client,
    orders: { find: orders.find, get: orders.get },
    // Payers of one mobile network may share an address, so callers are counted by it only if the operator wants that.
    ...(callerDeclinesPerHour > 0 && {
      caller: orders.findCaller,
      limits: { declinesPerCaller: callerDeclinesPerHour },
    }),
    store: storage.checkoutStore,
    sharedSecret: webhookSecret,
    onSettled: notifyShop,
    refundDuplicates,
    onError,
  });

  return {
    ...checkout,
    async sweepAll(signal) {
      for (let left = true; left && !signal.aborted;) {
        const result = await checkout.sweep({ ...sweepOptions, signal });
        metrics.sweeps.inc({ result: result.failed > 0 ? 'failed' : 'done' });
        // Nothing was asked: the service limits the requests, or another sweep runs. The next sweep comes by the clock.
        left = result.left && result.asked > 0;
      }
    },
    async registerWebhook() {
      await ensureRegistration(client, storage.programStore, settings);
    },
  };
}
