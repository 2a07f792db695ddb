import { PayError, type Order, type Verdict } from '../../entries/server.js';
import type { PaymentDetails } from '../../server/checkout/payment-details.js';
import { readRecord, type OrderRecord } from '../../server/checkout/record.js';
import { isRecordNotFound } from '../../server/checkout/service-queries.js';
import type { Payment } from '../../wire/index.js';
import type { ShopCheckout } from '../shop-checkout.js';
import type { Storage } from '../storage/storage.js';
import type { OrderRecords } from './order-records.js';

/** What has become of an order that needs no form any more, and what its payment was made for. */
export interface PaidOrder {
  readonly verdict: 'paid' | 'authorized';
  /** Undefined where the record has no intent of the payment. */
  readonly price: Pick<Order, 'amount' | 'currency'> | undefined;
}

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

/** The intent that a payment was made on. */
const findIntentOf = (record: OrderRecord | undefined, paymentId: string | undefined) => {
  const number = record?.payments.find(({ id }) => id === paymentId)?.intent;
  return record?.intents.find((intent) => intent.number === number);
};

/** Payments of one order that are asked about in one request; those that came last. */
const maxQueriedPayments = 3;

export function createOrderReader({ storage, records, checkout }: OrderViewDependencies) {
  async function load(orderId: string): Promise<OrderRecord | undefined> {
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
    async readPaid(orderId: string): Promise<PaidOrder | undefined> {
      const record = await load(orderId);
      const entry = record?.payments.find(({ id }) => id === record.paidBy);
      const verdict = entry?.verdict;
      if (verdict !== 'paid' && verdict !== 'authorized') return undefined;
      return { verdict, price: findIntentOf(record, entry?.id) };
    },

    /** What the shop had signed for the intent of a payment; undefined where no intent of it is known. */
    readBought: async (orderId: string, paymentId: string): Promise<PaymentDetails | undefined> => {
      const intent = findIntentOf(await load(orderId), paymentId);
      return intent && (intent.details ?? {});
    },

    async settleAndReadOrder(orderId: string): Promise<OrderView | undefined> {
      const signed = (await records.read(orderId))?.order;
      if (!signed) return undefined;
      const { paidBy, payments = [] } = (await load(orderId)) ?? {};
      const undecided = payments.filter(
        ({ verdict, isMissing }) => (verdict === 'announced' && !isMissing) || verdict === 'open',
      );
      const queried =
        paidBy === undefined
          ? undecided.slice(-maxQueriedPayments)
          : payments.filter(({ id }) => id === paidBy);
      const paymentsById = new Map<string, Payment>();
      for (const { id, verdict } of queried) {
        const payment = await settle(id, verdict !== 'announced');
        if (payment) paymentsById.set(id, payment);
      }
      const entry = await findDecidingPayment(orderId);
      const payment =
        entry && (paymentsById.get(entry.id) ?? (await settle(entry.id, entry.verdict !== 'announced')));
      const intent = findIntentOf(await load(orderId), entry?.id);
      const { metadata } = intent ? (intent.details ?? {}) : signed;
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

  /**
   * Undefined for an attempt that never arrived, and for a payment that is for something else. That the service does not
   * know a payment which it has shown before says nothing: its keys may be those of another account.
   */
  async function settle(paymentId: string, wasShown: boolean): Promise<Payment | undefined> {
    try {
      return (await checkout.settle(paymentId)).payment;
    } catch (error) {
      const isOfSomethingElse = error instanceof PayError && error.type === 'payment_of_no_order';
      if (isOfSomethingElse || (!wasShown && isRecordNotFound(error))) return undefined;
      throw error;
    }
  }
}
