/**
 * For the merchant's backend: `createCheckout` is the merchant's half of a checkout, `createPayClient` talks to the
 * service with the secret key, `readDelivery` checks a webhook message. Web APIs only, so Node, Deno, Bun and edge
 * runtimes will do. Never load it in a page.
 */
export { PayError, type PayErrorCode } from '../error.js';
export { createCheckout, type Checkout, type CheckoutOptions } from './checkout/checkout.js';
export type { Limits } from './checkout/limits.js';
export { memoryOrders } from './checkout/order.js';
export { orderIdOf } from './checkout/order-id.js';
export type {
  CaptureWarning,
  Coupon,
  Order,
  Orders,
  PaymentMethod,
  Settlement,
  Verdict,
} from './checkout/order.js';
export type { DecisionEvent } from './checkout/decision-event.js';
export { traceDecisions, type DecisionTracer } from './checkout/trace-decisions.js';
export type { Report } from './checkout/report.js';
export type { ChargeTerms } from './checkout/operations.js';
export type { SweepOptions, SweepResult } from './checkout/sweep.js';
export { createPayClient, type PayClient } from './client.js';
export { readDelivery, type Delivery, type PaymentDelivery, type UnknownDelivery } from './delivery.js';
export type { PaymentFilter, WebhookFilter } from './filter.js';
export type { PayClientOptions } from './settings.js';
export type { UpdatePayment } from '../wire/index.js';
export {
  maxDueAheadMs,
  type ListPage,
  type OpenRecord,
  type Store,
  type StoredRecord,
} from './stores/store.js';
