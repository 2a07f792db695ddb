import { PayError, type Order, type Verdict } from '../../entries/server.js';
import { readRecord } from '../../server/checkout/record.js';
import type { Payment } from '../../wire/index.js';
import type { ShopCheckout } from '../shop-checkout.js';
import type { Storage } from '../storage/storage.js';
import type { OrderRecords } from './order-records.js';

/** What has become of an order that needs no form any more. */
export type PaidVerdict = 'paid' | 'authorized';

/** An order as the shop's server reads it. */
export interface OrderView {
  readonly order_id: string;
  /** `open` too when nobody has tried to pay yet. */
  readonly verdict: Verdict;
  /** The payment that the verdict is about. */
  readonly payment_id: string | null;
  /** What was paid; without a payment, what the shop asks for. */
  readonly amount: number;
  readonly currency: string;
  readonly captured: number | null;
  readonly refunded: number | null;
  readonly metadata?: Readonly<Record<string, string>>;
}

interface OrderViewDependencies {
  readonly storage: Storage;
  readonly records: OrderRecords;
  readonly checkout: Pick<ShopCheckout, 'settle'>;
}

/** Payments of one order that are asked about in one request; those that came last. */
const maxQueriedPayments = 3;

export function createOrderView({ storage, records, checkout }: OrderViewDependencies) {
  async function load(orderId: string) {
    const stored = await storage.checkoutStore.load(orderId);
    return stored && readRecord(orderId, stored.record);
  }

  /** The payment that decides: the one that paid, else the last that the service has shown. */
  async function findDecidingPayment(orderId: string) {
    const { paidBy, payments = [] } = (await load(orderId)) ?? {};
    const shown = payments.filter(({ verdict }) => verdict !== 'announced');
    return payments.find(({ id }) => id === paidBy) ?? shown.at(-1);
  }

  return {
    async readPaidVerdict(orderId: string): Promise<PaidVerdict | undefined> {
      const { paidBy, payments = [] } = (await load(orderId)) ?? {};
      const verdict = payments.find(({ id }) => id === paidBy)?.verdict;
      return verdict === 'paid' || verdict === 'authorized' ? verdict : undefined;
    },

    async readOrder(orderId: string): Promise<OrderView | undefined> {
      const signed = (await records.read(orderId))?.order;
      if (!signed) return undefined;
      const { paidBy, payments = [] } = (await load(orderId)) ?? {};
      const undecided = payments.filter(
        ({ verdict, isMissing }) => (verdict === 'announced' && !isMissing) || verdict === 'open',
      );
      const queriedIds =
        paidBy === undefined ? undecided.slice(-maxQueriedPayments).map(({ id }) => id) : [paidBy];
      const paymentsById = new Map<string, Payment>();
      for (const id of queriedIds) {
        const payment = await settle(id);
        if (payment) paymentsById.set(id, payment);
      }
      const entry = await findDecidingPayment(orderId);
      const payment = entry && (paymentsById.get(entry.id) ?? (await settle(entry.id)));
      const { metadata } = signed as Order & Pick<OrderView, 'metadata'>;
      return {
        order_id: orderId,
        verdict: entry && entry.verdict !== 'announced' ? entry.verdict : 'open',
        payment_id: entry?.id ?? null,
        amount: payment?.amount ?? signed.amount,
        currency: payment?.currency ?? signed.currency,
        captured: payment?.captured ?? null,
        refunded: payment?.refunded ?? null,
        ...(metadata && { metadata }),
      };
    },
  };

  /** Undefined for an attempt that never arrived, and for a payment that is for something else. */
  async function settle(paymentId: string): Promise<Payment | undefined> {
    try {
      return (await checkout.settle(paymentId)).payment;
    } catch (error) {
      if (error instanceof PayError && (error.status === 404 || error.type === 'payment_of_no_order'))
        return undefined;
      throw error;
    }
  }
}
