import { PayError } from '../../error.js';
import type { Payment, PaymentIntent } from '../../wire/index.js';
import type { PayClient } from '../client.js';
import { keepMetadata, readMetadata } from '../response-metadata.js';
import type { Store } from '../stores/store.js';
import type { DecisionEmitter } from './emit-decisions.js';
import type { CallerLimit } from './limits.js';
import type { NewOrderEvent, OrderSession, OrderStore } from './order-store.js';
import type { Conflict, Decision, Policy } from './order-event.js';
import type { CaptureWarning, Order, Orders, Settlement } from './order.js';
import type { PaymentView } from './payment-view.js';

/** What a request for an intent is answered. */
export type IssuedIntent =
  { readonly kind: 'intent'; readonly intent: PaymentIntent; readonly paymentId: string } | IntentConflict;

export interface IntentConflict {
  readonly kind: 'refused';
  readonly type: Conflict;
  readonly payment: PaymentView;
}

export interface Dependencies {
  readonly client: PayClient;
  readonly orders: Orders;
  readonly store: Store;
  readonly orderStore: OrderStore;
  readonly onSettled: ((settlement: Settlement) => unknown) | undefined;
  readonly onCaptureDue: ((warning: CaptureWarning) => unknown) | undefined;
  readonly policy: Policy;
  readonly emitter: DecisionEmitter;
  readonly callerLimit: CallerLimit;
  /** Reports a failure that no response mentions. */
  readonly reportError: (error: unknown) => void;
  /** The orders of which this process calls `onSettled` now. */
  readonly notifying: Set<string>;
}

/** One order, and what a single request or sweep has read about it from the service. */
export interface OrderContext extends Dependencies {
  readonly session: OrderSession;
  /** Applies events to the order's record, and resolves when the result is saved. */
  readonly appendEvents: (...events: [NewOrderEvent, ...NewOrderEvent[]]) => Promise<Decision>;
  /** Undefined if the merchant has deleted the order since. */
  readonly order: Order | undefined;
  readonly payments: Map<string, Payment>;
  readonly intents: Map<string, PaymentIntent>;
  /** The ids that were read, including ids that the service does not know. */
  readonly checked: Set<string>;
  /** When the service answered last, by its own clock. */
  serviceTime: number | undefined;
}

export const createOrderContext = (
  dependencies: Dependencies,
  session: OrderSession,
  order: Order | undefined,
): OrderContext => ({
  ...dependencies,
  session,
  appendEvents: async (...events) => dependencies.orderStore.appendEvents(session, ...events),
  order,
  payments: new Map(),
  intents: new Map(),
  checked: new Set(),
  serviceTime: undefined,
});

/**
 * An error as an operator needs to read it: it names the order that has to be looked at, and keeps what was thrown as its
 * `cause`. An error that names the order already stays as it is.
 */
export function addOrderToError(orderId: string, error: unknown): unknown {
  const isError = error instanceof Error;
  const said = isError ? error.message : String(error);
  if (isError && said.toLowerCase().includes(`order ${orderId.toLowerCase()}`)) return error;
  const message = `Order ${orderId}: ${said}`;
  if (!(error instanceof PayError)) return new Error(message, { cause: error });
  const named = new PayError(error.code, message, { ...error, cause: error });
  const metadata = readMetadata(error);
  return metadata ? keepMetadata(named, metadata) : named;
}
