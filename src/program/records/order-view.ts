import { PayError, type Order, type Verdict } from '../../entries/server.js';
import { isRecordNotFound } from '../../server/checkout/queries.js';
import {
  findCharge,
  findHeld,
  findIntentOf,
  findPaying,
  readRecord,
  type ChargeEntry,
  type IntentEntry,
  type OrderRecord,
} from '../../server/checkout/record.js';
import { isOrderId, type IntentTerms } from '../../server/checkout/terms.js';
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
  /** `open` too before the first payment. */
  readonly verdict: Verdict;
  /** The payment that the verdict is about. */
  readonly payment_id: string | null;
  /** What was paid; without a payment, what the shop asks for. */
  readonly amount: number;
  readonly currency: string;
  /** What a coupon took off; only if one did. */
  readonly discount?: number;
  readonly captured: number | null;
  readonly refunded: number | null;
  readonly metadata?: Readonly<Record<string, string>>;
}

interface OrderViewDependencies {
  readonly storage: Storage;
  readonly records: OrderRecords;
  readonly checkout: Pick<ShopCheckout, 'settle'>;
}

/** A payment that was declined, or that is not what the order asked for, gives no right to its card. */
const hasPaid = ({ payment }: IntentEntry): boolean =>
  payment?.verdict === 'paid' || payment?.verdict === 'authorized' || payment?.verdict === 'reversed';

/** Payments of one order that are read in one request; those that came last. */
const maxQueriedPayments = 3;

export function createOrderReader({ storage, records, checkout }: OrderViewDependencies) {
  async function load(orderId: string): Promise<OrderRecord | undefined> {
    const stored = isOrderId(orderId) ? await storage.checkoutStore.load(orderId) : undefined;
    return stored && readRecord(orderId, stored.record);
  }

  /**
   * The intent that decides: the one whose payment pays, else one that keeps the order closed, else the last one with a
   * payment, else the last one.
   */
  async function findDecidingIntent(orderId: string) {
    const record = await load(orderId);
    if (!record) return undefined;
    const { intents } = record;
    const isUnderWay = ({ state, payment, isReleased }: IntentEntry) =>
      state === 'used' && !payment && !isReleased;
    return (
      findPaying(record) ??
      findHeld(record) ??
      intents.find(isUnderWay) ??
      intents.filter(({ payment }) => payment !== undefined).at(-1) ??
      intents.at(-1)
    );
  }

  return {
    async readPaid(orderId: string): Promise<PaidOrder | undefined> {
      const record = await load(orderId);
      const intent = record && findPaying(record);
      const verdict = intent?.payment.verdict;
      return verdict === 'paid' || verdict === 'authorized' ? { verdict, price: intent } : undefined;
    },

    /** What the shop had signed for the intent of a payment; undefined if the payment is of no intent. */
    readBought: async (orderId: string, paymentId: string): Promise<IntentTerms | undefined> => {
      const record = await load(orderId);
      const intent = record && findIntentOf(record, paymentId);
      return intent && (intent.terms ?? {});
    },

    /** The card of the payment that has paid for the order, also if it was refunded since. */
    async readSavedCard(orderId: string): Promise<string | undefined> {
      const record = await load(orderId);
      const intent = record && (findPaying(record) ?? record.intents.filter(hasPaid).at(-1));
      // Not settled yet, the deciding payment may have paid by now.
      const shown = (intent ?? (await findDecidingIntent(orderId)))?.payment;
      const payment = shown && (await settle(orderId, shown.id, true));
      const settled = payment && (await load(orderId));
      const isPaid = settled?.intents.some((each) => each.payment?.id === payment?.id && hasPaid(each));
      return (isPaid && payment?.source?.token) || undefined;
    },

    async readCharge(orderId: string, key: string): Promise<ChargeEntry | undefined> {
      const record = await load(orderId);
      return record && findCharge(record, key);
    },

    async settleAndReadOrder(orderId: string): Promise<OrderView | undefined> {
      const signed = (await records.read(orderId))?.order;
      if (!signed) return undefined;
      const record = await load(orderId);
      const isUndecided = ({ payment, state }: OrderRecord['intents'][number]) =>
        payment ? payment.verdict === 'open' : state === 'open' || state === 'used';
      const paying = record && findPaying(record);
      const queried = paying
        ? [paying]
        : (record?.intents ?? []).filter(isUndecided).slice(-maxQueriedPayments);
      const paymentsById = new Map<string, Payment>();
      for (const { paymentId, payment: shown } of queried) {
        const payment = await settle(orderId, shown?.id ?? paymentId, shown !== undefined);
        if (payment) paymentsById.set(payment.id, payment);
      }
      let intent = await findDecidingIntent(orderId);
      const read = new Set(paymentsById.keys());
      // What a payment shows now may be another verdict, and then another payment may decide.
      while (intent?.payment && !read.has(intent.payment.id)) {
        const { id } = intent.payment;
        read.add(id);
        const payment = await settle(orderId, id, true);
        if (payment) paymentsById.set(payment.id, payment);
        intent = await findDecidingIntent(orderId);
      }
      const shown = intent?.payment;
      const payment = shown && paymentsById.get(shown.id);
      const { metadata } = intent ? (intent.terms ?? {}) : signed;
      return {
        order_id: orderId,
        verdict: shown?.verdict ?? 'open',
        payment_id: shown?.id ?? null,
        amount: payment?.amount ?? signed.amount,
        currency: payment?.currency ?? signed.currency,
        ...(shown?.discount !== undefined && { discount: shown.discount }),
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
  async function settle(orderId: string, paymentId: string, wasShown: boolean): Promise<Payment | undefined> {
    try {
      return (await checkout.settle(paymentId, orderId)).payment;
    } catch (error) {
      const isOfSomethingElse = error instanceof PayError && error.type === 'payment_of_no_order';
      if (isOfSomethingElse || (!wasShown && isRecordNotFound(error))) return undefined;
      throw error;
    }
  }
}
