import type { Payment, PaymentIntent } from '../../wire/index.js';
import type { PayClient } from '../client.js';
import type { DecisionEmitter } from './emit-decisions.js';
import type { IssuedIntent } from './issued-intent.js';
import type { OrderSession, OrderStore } from './order-store.js';
import type { Policy } from './order-event.js';
import type { CaptureWarning, Order, Orders, Settlement } from './order.js';
import type { ReportIndex } from './report-index.js';

export interface Dependencies {
  readonly client: PayClient;
  readonly orders: Orders;
  readonly orderStore: OrderStore;
  readonly onSettled: ((settlement: Settlement) => unknown) | undefined;
  readonly onCaptureDue: ((warning: CaptureWarning) => unknown) | undefined;
  readonly policy: Policy;
  readonly emitter: DecisionEmitter;
  readonly reportIndex: ReportIndex;
  /** Reports a failure that no response mentions. */
  readonly reportError: (error: unknown) => void;
  /** The orders of which this process calls `onSettled` now. */
  readonly notifying: Set<string>;
  /** Running intent requests by all that decides their answer, so that equal requests share one. */
  readonly runningIntentRequests: Map<string, Promise<IssuedIntent>>;
}

/** One order, and what a single request or sweep has read about it from the service. */
export interface OrderContext {
  readonly session: OrderSession;
  /** Undefined when the merchant has deleted it since. */
  readonly order: Order | undefined;
  readonly payments: Map<string, Payment>;
  readonly intents: Map<string, PaymentIntent>;
  /** The ids that were read, including ids that the service does not know. */
  readonly checked: Set<string>;
  /** The ids of the intents of which the payment was searched. */
  readonly searched: Set<string>;
  /** When the service answered last, by its own clock. */
  serviceTime: number | undefined;
}

export const createOrderContext = (session: OrderSession, order: Order | undefined): OrderContext => ({
  session,
  order,
  payments: new Map(),
  intents: new Map(),
  checked: new Set(),
  searched: new Set(),
  serviceTime: undefined,
});
