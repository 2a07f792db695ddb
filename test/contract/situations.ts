import { source } from '../sandbox/shop.js';
import { cards, newToken, type Service } from './service.js';
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

type Example = readonly [id: string, body?: object];

/** By method and path, a request that succeeds, on things of its own. */
const examples: Readonly<Record<string, (shop: Service) => Promise<Example>>> = {
  'POST /payment_intents': async () => ['', { amount: 100 }],
  'GET /payment_intents/{id}': async (shop) => [(await shop.createIntent()).id],
  'POST /payment_intents/{id}/cancel': async (shop) => [(await shop.createIntent()).id],
  'POST /payment_intents/{id}/fulfill': async (shop) => {
    const intent = await shop.createIntent();
    return [intent.id, { client_secret: intent.client_secret, source: source(cards.challenged) }];
  },
  'POST /payments': async (shop) => [
    '',
    {
      client_secret: (await shop.createIntent()).client_secret,
      source: source(cards.paid),
      metadata: { order: '7' },
      splits: [{ amount: 1, recipient_id: (await shop.createIntent()).id, reference: 'r' }],
    },
  ],
  'GET /payments': async () => [''],
  'GET /payments/{id}': async (shop) => [await payments['refunded in part'](shop)],
  'PUT /payments/{id}': async (shop) => [await payments.paid(shop), { description: 'x' }],
  'POST /tokens': async () => ['', newToken],
  'GET /tokens/{id}': async (shop) => [(await shop.keepCard()).id],
  'DELETE /tokens/{id}': async (shop) => [(await shop.keepCard()).id],
  'POST /payments/{id}/capture': async (shop) => [await payments.authorized(shop)],
  'POST /payments/{id}/refund': async (shop) => [await payments.captured(shop), { amount: 1 }],
  'POST /payments/{id}/void': async (shop) => [await payments.paid(shop)],
  'POST /invoices': async () => [
    '',
    { amount: 100, currency: 'SAR', description: 'x', expired_at: '2027-01-01' },
  ],
  'POST /invoices/bulk': async () => ['', { invoices: [{ amount: 100, description: 'x' }] }],
  'PUT /invoices/{id}': async (shop) => [(await shop.bill()).id, { amount: 200 }],
  'PUT /invoices/{id}/cancel': async (shop) => [(await shop.bill()).id],
  'GET /invoices': async () => [''],
  'GET /invoices/{id}': async (shop) => {
    const { id } = await shop.bill();
    await payments.failed(shop, { invoice_id: id });
    await payments.paid(shop, { invoice_id: id });
    return [id];
  },
  'POST /invoices/{id}/cancel': async (shop) => [(await shop.bill()).id],
  'POST /webhooks': async () => [
    '',
    { url: 'http://127.0.0.1:1/', shared_secret: 's', events: ['payment_paid'] },
  ],
  'GET /webhooks/available_events': async () => [''],
  'GET /webhooks/attempts': async () => [''],
  'GET /webhooks/attempts/{id}': async (shop) => [await shop.attempt()],
  'PUT /webhooks/{id}': async (shop) => [(await shop.register()).id, { events: [] }],
  'GET /webhooks': async () => [''],
  'GET /webhooks/{id}': async (shop) => [(await shop.register()).id],
  'DELETE /webhooks/{id}': async (shop) => [(await shop.register()).id],
  'GET /webhooks/{id}/attempts': async (shop) => {
    const { id } = await shop.register();
    await payments.paid(shop);
    await shop.advance(0);
    return [id];
  },
};

/** The address and the body of a request that succeeds. */
export async function prepare(shop: Service, method: string, path: string) {
  const [id, body] = await examples[`${method} ${path}`]!(shop);
  return { address: `/v1${path.replace('{id}', id)}`, body };
}
