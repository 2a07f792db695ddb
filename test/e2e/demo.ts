import { expect, type Page, type Request } from '@playwright/test';
import { testCards, type CheckoutPage } from '../../src/testing/playwright.js';
import { Form } from './form.js';
import { merchant, start, type Merchant, type Running } from './servers.js';

/** What `npm start` runs: the shop, its backend and the sandbox, from the package as it is published. */
export const startDemo = (): Promise<Running> => {
  const flags = ['--port', '0', '--sandbox-port', '0', '--data', ':memory:'];
  return start(['demo/start.mjs', ...flags], /playground: (http:\S+)/);
};

/** Puts something into the basket and goes to the checkout. */
export async function openCheckout(page: Page, shop: Running): Promise<Form> {
  await page.goto(`${shop.url}demo/merchant/shop.html`);
  await page
    .getByRole('button', { name: /^Add .* to the basket/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Checkout' }).click();
  return new Form(page);
}

/** Buys something with a card that its bank asks about. */
export async function buy(checkout: CheckoutPage, shop: Running): Promise<void> {
  const { page } = checkout;
  await openCheckout(page, shop);
  await checkout.pay(testCards.mada.approved);
  await checkout.answerBank('authenticated');
  await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible();
}

/** An order as the shop's own endpoint tells it. */
interface ShopOrder {
  readonly standing: { readonly status: string; readonly paymentId?: string };
  readonly checkout: { readonly baseUrl: string };
}

export const readOrder = async (shop: Running, id: string): Promise<ShopOrder> =>
  (await (await fetch(`${shop.url}api/orders/${id}`)).json()) as ShopOrder;

/** A message of the service, as its log has it, with each try to deliver it. */
interface Message {
  readonly attempts: readonly { readonly response_code: number | null }[];
  readonly data: { readonly id: string };
}

/** The bank's page that a payer is on, and what the service did about the answer that it got there. */
export class Bank {
  private constructor(
    private readonly page: Page,
    private readonly baseUrl: string,
    readonly service: Merchant,
    readonly order: string,
    readonly paymentId: string,
  ) {}

  /** @param paid The page's request in which it paid: its body can be read also if the page has gone to the bank. */
  static async of(page: Page, shop: Running, order: string, paid: Request): Promise<Bank> {
    const { checkout } = await readOrder(shop, order);
    const { given_id: paymentId } = paid.postDataJSON() as { given_id: string };
    return new Bank(page, checkout.baseUrl, merchant(checkout.baseUrl), order, paymentId);
  }

  /** Approves the payment, and stays on the page: the way back is in the answer, and is not gone. */
  async approve(): Promise<string> {
    const post = (step: string, form: Record<string, string>) =>
      this.page.request.post(new URL(step, this.page.url()).href, { form, maxRedirects: 0 });
    await post('set_auth_result', { auth_result: 'AUTHENTICATED' });
    const answer = await post('acs_return', {});
    return answer.headers()['location'] ?? '';
  }

  /** What the shop answered to the service's messages about the payment. */
  async answers(): Promise<readonly (number | null)[]> {
    const answer = await fetch(new URL('/sandbox/deliveries', this.baseUrl));
    const messages = (await answer.json()) as readonly Message[];
    const attempts = messages.filter(({ data }) => data.id === this.paymentId).map((it) => it.attempts);
    return attempts.flat().map(({ response_code: code }) => code);
  }

  /** How often the service was asked about the payment. */
  async questions(): Promise<number> {
    const log = await this.service.log();
    return log.filter(({ method, path }) => method === 'GET' && path.endsWith(this.paymentId)).length;
  }
}
