import { appendQuery } from '../wire/url.js';
import { passBank } from './answer-bank.js';
import type { Payment } from '../wire/payment.js';
import { completeCard, type BankAnswer, type TestCard } from './test-cards.js';

export interface PayOptions {
  /**
   * The address of the order's endpoints, absolute: the element's `checkout-url`, such as
   * `http://127.0.0.1:3000/checkout/7`.
   */
  readonly checkoutUrl: string;
  readonly card: TestCard;
  /** What the payer answers on the bank's page, where the card has one; `authenticated` when omitted. */
  readonly answer?: BankAnswer | undefined;
  /** Keep the card, as `save-card` of the element does: `source.token` of the payment can then be charged. */
  readonly saveCard?: boolean | undefined;
  /** Sent to the shop's endpoints, such as the cookie of a session. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What reaches the shop, where it does not listen on a port: `checkout.fetch` itself; the global `fetch` when omitted. */
  readonly fetch?: ((request: Request) => Response | Promise<Response>) | undefined;
}

/** What came of it. */
export interface PaymentResult {
  /** As the service has it after the bank's page. */
  readonly payment: Payment;
  /** Where the payer's browser is sent back to, with `id`, `status` and `message`; undefined where the order has no address. */
  readonly returnUrl: string | undefined;
}

/** The service, from where a payer's browser sees it. */
export interface ServiceAccess {
  readonly baseUrl: string;
  readonly publishableKey: string;
  readonly send: (request: Request) => Promise<Response>;
  readonly readPayment: (id: string) => Promise<Payment>;
}

/** What the shop answers: the secret, and the terms of the order, which are sent with the card as the element does. */
interface IntentResponse {
  readonly client_secret: string;
  readonly payment_id?: string;
  readonly manual?: boolean;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly splits?: readonly object[];
  readonly invoice_id?: string;
  readonly apply_coupon?: boolean;
}

const json = { 'content-type': 'application/json', accept: 'application/json' };

/** Does what the element does: asks for the intent, sends the card under the id that the answer names, and answers the bank. */
export async function payOrder(service: ServiceAccess, options: PayOptions): Promise<PaymentResult> {
  const { checkoutUrl, card, answer = 'authenticated', saveCard, headers = {} } = options;
  const asked = new Request(`${checkoutUrl.replace(/\/$/, '')}/intent`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: '{}',
  });
  const answered = await expectOk(asked, await (options.fetch ?? fetch)(asked));
  const intent = (await answered.json()) as IntentResponse;
  const { client_secret, manual, metadata, splits, invoice_id, apply_coupon = false } = intent;
  const paymentId = intent.payment_id ?? crypto.randomUUID();
  const { number, expiry, code, name } = completeCard(card);
  const [month = '', year = ''] = expiry.split('/');
  const request = new Request(`${service.baseUrl}/payments`, {
    method: 'POST',
    headers: { ...json, authorization: `Basic ${btoa(`${service.publishableKey}:`)}` },
    body: JSON.stringify({
      client_secret,
      given_id: paymentId,
      metadata,
      splits,
      invoice_id,
      apply_coupon,
      source: {
        type: 'creditcard',
        name,
        number,
        month,
        year: `20${year}`,
        cvc: code,
        manual,
        save_card: saveCard,
      },
    }),
  });
  const made = (await (await expectOk(request, await service.send(request))).json()) as Payment;
  const bank = made.status === 'initiated' ? made.source?.transaction_url : undefined;
  const returnUrl = bank ? await passBank(service.send, bank, answer) : buildReturnUrl(made);
  return { payment: await service.readPayment(paymentId), returnUrl };
}

async function expectOk(request: Request, response: Response): Promise<Response> {
  if (response.ok) return response;
  const text = await response.text();
  throw new Error(`${request.method} ${request.url} answered ${response.status}: ${text}`);
}

/** Where the element goes after a payment without a challenge. */
function buildReturnUrl(payment: Payment): string | undefined {
  if (!payment.callback_url) return undefined;
  const { id, status, source } = payment;
  return appendQuery(payment.callback_url, { id, status, message: source?.message ?? '' });
}
