import { cards, type Service } from './service.js';
import type { intentStates, invoiceStates, paymentStates } from './tables/moves.js';

const cancelIntent = ({ call }: Service, id: string) => call('POST', `/v1/payment_intents/${id}/cancel`);
const cancelInvoice = ({ call }: Service, id: string) => call('POST', `/v1/invoices/${id}/cancel`);

/** A fresh intent in each state. */
export const intents: Readonly<
  Record<keyof typeof intentStates, (shop: Service, intent: { id: string; client_secret: string }) => unknown>
> = {
  created: () => undefined,
  fulfilled: ({ fulfil }, { client_secret: secret }) => fulfil(secret),
  canceled: (shop, { id }) => cancelIntent(shop, id),
  expired: ({ advance }) => advance(3600),
};

const fresh =
  (number: string, source: object = {}, then: (shop: Service, id: string) => unknown = () => undefined) =>
  async (shop: Service, payment: object = {}): Promise<string> => {
    const { id } = await shop.payWith(number, { source, payment });
    await then(shop, id);
    return id;
  };

const manual = { manual: true };

/** The id of a fresh payment in each situation. */
export const payments: Readonly<
  Record<keyof typeof paymentStates, (shop: Service, payment?: object) => Promise<string>>
> = {
  initiated: fresh(cards.challenged),
  paid: fresh(cards.paid),
  authorized: fresh(cards.paid, manual),
  failed: fresh(cards.declined),
  refunded: fresh(cards.paid, {}, ({ move }, id) => move(id, 'refund')),
  'refunded in part': fresh(cards.paid, {}, ({ move }, id) => move(id, 'refund', { amount: 1000 })),
  captured: fresh(cards.paid, manual, ({ move }, id) => move(id, 'capture')),
  'captured in part': fresh(cards.paid, manual, ({ move }, id) => move(id, 'capture', { amount: 9000 })),
  'voided after payment': fresh(cards.paid, {}, ({ move }, id) => move(id, 'void')),
  'voided after authorisation': fresh(cards.paid, manual, ({ move }, id) => move(id, 'void')),
  verified: fresh(cards.paid, {}, ({ plant }, id) => plant('payments', id, 'verified')),
  expired: fresh(cards.paid, {}, ({ plant }, id) => plant('payments', id, 'expired')),
};

/** A fresh invoice in each state, and the payment that paid it or, where none did, an authorised attempt. */
export const invoices: Readonly<
  Record<(typeof invoiceStates)[number], (shop: Service, id: string) => Promise<string>>
> = {
  initiated: (shop, id) => payments.authorized(shop, { invoice_id: id }),
  paid: (shop, id) => payments.paid(shop, { invoice_id: id }),
  refunded: (shop, id) => payments.refunded(shop, { invoice_id: id }),
  voided: (shop, id) => payments['voided after payment'](shop, { invoice_id: id }),
  canceled: (shop, id) => attempted(shop, id, () => cancelInvoice(shop, id)),
  expired: (shop, id) => attempted(shop, id, () => shop.advance(3600)),
  failed: (shop, id) => attempted(shop, id, () => shop.plant('invoices', id, 'failed')),
  on_hold: (shop, id) => attempted(shop, id, () => shop.plant('invoices', id, 'on_hold')),
};

async function attempted(shop: Service, id: string, then: () => unknown): Promise<string> {
  const payment = await payments.authorized(shop, { invoice_id: id });
  await then();
  return payment;
}

/** An invoice that lasts an hour from now. */
export async function billForAnHour(shop: Service, more: object = {}) {
  const { now } = (await shop.advance(0)).body;
  return shop.bill({ expired_at: new Date(Date.parse(now) + 3_600_000).toISOString(), ...more });
}
