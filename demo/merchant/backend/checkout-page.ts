import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { renderForm, type Checkout } from 'pay-checkout/server';
import type { ShopDatabase } from './orders.js';
import { standingOf } from './standing.js';

const page = fileURLToPath(new URL('../../../.shop/demo/merchant/checkout.html', import.meta.url));

/** What the shop's policy allows of the form's HTML. The package has it in a file too: `form/style.sha256`. */
const [, styles = ''] = /<style>([^]*?)<\/style>/.exec(renderForm({ lang: 'en' })) ?? [];
export const styleDigest = `'sha256-${createHash('sha256').update(styles).digest('base64')}'`;

export interface Options {
  readonly checkout: Checkout;
  readonly database: ShopDatabase;
  readonly settings: { readonly baseUrl: string; readonly publishableKey: string };
}

/** The page with the card form in it, where its order can be paid: the payer can type before any script is there. */
export const checkoutPage =
  ({ checkout, database, settings: { baseUrl, publishableKey } }: Options): MiddlewareHandler =>
  async (c, next) => {
    const sale = database.read(c.req.query('order') ?? '');
    if (!sale || !existsSync(page)) return next();
    // Without an answer of the service the page says so itself.
    const standing = await standingOf(checkout, database, sale).catch(() => undefined);
    if (standing?.status !== 'open' && standing?.status !== 'declined') return next();
    const { id, amount, currency } = sale;
    const lang = getCookie(c, 'language') === 'ar' ? 'ar' : 'en';
    const form = renderForm({ lang, amount, currency, test: publishableKey.startsWith('pk_test_') });
    const tag = `<pay-checkout id="pay" base-url="${baseUrl}" publishable-key="${publishableKey}" checkout-url="/api/orders/${id}" amount="${amount}" currency="${currency}" methods="creditcard stcpay">${form}</pay-checkout>`;
    const html = readFileSync(page, 'utf8')
      .replace('<html lang="en">', `<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`)
      .replace(/(<section id="form"[^>]*?) hidden/, '$1')
      .replace('<div id="pay"></div>', () => tag);
    c.header('cache-control', 'no-store');
    return c.html(html);
  };
