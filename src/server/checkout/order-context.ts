import type { Payment, PaymentIntent } from '../../wire/index.js';
import type { PayClient } from '../client.js';
import type { OrderStore } from './order-store.js';
import type { Order, Settlement } from './order.js';

export interface Dependencies {
  readonly client: PayClient;
  readonly store: OrderStore;
  readonly onSettled: ((settlement: Settlement) => unknown) | undefined;
  /** Logs what failed without anybody being answered so. */
  readonly reportError: (error: unknown) => void;
}

/** One order, and what a single request or sweep has read about it from the service. */
export interface OrderContext {
  readonly order: Order;
  readonly payments: Map<string, Payment>;
  readonly intents: Map<string, PaymentIntent>;
}

export const createOrderContext = (order: Order): OrderContext => ({
  order,
  payments: new Map(),
  intents: new Map(),
});
