import type { Page, Request } from '@playwright/test';
import { Form } from './form.js';
import { merchant, start, type Merchant, type Running } from './servers.js';

/** What `npm start` runs: the shop, its backend and the sandbox, from the package as it is published. */
export const startDemo = (): Promise<Running> => {
  const flags = ['--port', '0', '--sandbox-port', '0', '--data', ':memory:'];
  return start(['demo/start.mjs', ...flags], /The shop: (http:\S+)/);
};

/** Puts something into the basket and goes to the checkout. */
export async function openCheckout(page: Page, shop: Running): Promise<Form> {
  await page.goto(shop.url);
  await page
    .getByRole('button', { name: /^Add .* to the basket/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Checkout' }).click();
  return new Form(page);
}

/** An order as the shop's own endpoint tells it. */
export interface ShopOrder {
  readonly standing: { readonly status: string; readonly paymentId?: string };
  readonly checkout: { readonly baseUrl: string };
}

export const readOrder = async (shop: Running, id: string): Promise<ShopOrder> =>
  (await (await fetch(`${shop.url}api/orders/${id}`)).json()) as ShopOrder;

/** The bank's page that a payer is on, and what the service did about the answer that it got there. */
export class Bank {
  private constructor(
    private readonly page: Page,
    readonly service: Merchant,
    readonly order: string,
    readonly paymentId: string,
  ) {}

  /** @param announced The page's request in which it told the shop of the payment. */
  static async of(page: Page, shop: Running, announced: Request): Promise<Bank> {
    const [, order = ''] = /\/orders\/([^/]+)\/attempt$/.exec(announced.url()) ?? [];
    const { checkout } = await readOrder(shop, order);
    const { payment_id: paymentId } = announced.postDataJSON() as { payment_id: string };
    return new Bank(page, merchant(checkout.baseUrl), order, paymentId);
  }

  /** Approves the payment, and stays on the page: the way back is in the answer, and is not gone. */
  async approve(): Promise<string> {
    const form = { answer: 'authenticated' };
    const answer = await this.page.request.post(this.page.url(), { form, maxRedirects: 0 });
    return answer.headers()['location'] ?? '';
  }

  /** What the shop answered to the service's messages, the latest first. */
  answers = async () => (await this.service.deliveries()).map(({ response_code: code }) => code);

  /** How many messages those were. */
  messages = async () => [...new Set((await this.service.deliveries()).map(({ event_id: id }) => id))];

  /** How often the service was asked about the payment. */
  async questions(): Promise<number> {
    const log = await this.service.log();
    return log.filter(({ method, path }) => method === 'GET' && path.endsWith(this.paymentId)).length;
  }
}
