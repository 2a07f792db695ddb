import { html, raw } from 'hono/html';
import { getPageLanguage } from '../../entries/page-language.js';
import { renderForm } from '../../entries/server.js';
import { appendQuery } from '../../wire/url.js';
import type { ProgramSettings } from '../settings/settings.js';
import type { OrderClaims } from '../tokens/order-claims.js';
import { scriptAddress } from './assets.js';
import { buildPageStyle, styleDigest } from './page-style.js';
import { findPageMessages } from './page-messages.js';

/** What the page is about. */
export type PageView =
  | { readonly kind: 'form'; readonly claims: OrderClaims; readonly token: string }
  | {
      readonly kind: 'paid' | 'authorized';
      readonly claims: OrderClaims;
      /** What was paid, where it is known. A newer token may name another price. */
      readonly price: Pick<OrderClaims, 'amount' | 'currency'> | undefined;
    }
  | { readonly kind: 'expired' | 'changed'; readonly claims: OrderClaims }
  | { readonly kind: 'invalid' | 'unavailable' };

const statuses = {
  form: 200,
  paid: 200,
  authorized: 200,
  expired: 410,
  changed: 409,
  invalid: 401,
  unavailable: 503,
};

type Html = ReturnType<typeof html>;

/** A whole page. All that comes from a shop is put in by `html`, which escapes it. */
export async function renderCheckoutPage(
  settings: ProgramSettings,
  view: PageView,
  accepted: string,
): Promise<Response> {
  const { shop, baseUrl } = settings;
  const claims = 'claims' in view ? view.claims : undefined;
  const language = getPageLanguage(claims?.lang ?? shop.lang ?? firstLanguage(accepted));
  const words = findPageMessages(language.code);
  const style = buildPageStyle(shop.accent);
  const form = view.kind === 'form' ? renderTag(settings, view.claims, view.token, language.tag) : undefined;
  const back = findBackUrl(settings, view);

  const content = html`<!doctype html>
    <html lang="${language.tag}" dir="${language.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${shop.name ? `${words.title} – ${shop.name}` : words.title}</title>
        ${raw(`<style>${style}</style>`)}
        ${form && html`<script type="module" src="${scriptAddress}"></script>`}
      </head>
      <body>
        <main>
          ${
            (shop.name || shop.logo) &&
            html`<header>
              ${shop.logo && html`<img src="${shop.logo}" alt="" />`}
              <p>${shop.name ?? ''}</p>
            </header>`
          }
          ${claims && isPriceOf(view, claims) && renderOrderTable(claims, language, words)}
          ${form ?? html`<p role="${view.kind === 'paid' || view.kind === 'authorized' ? 'status' : 'alert'}">${sentence()}</p>`}
          ${back && html`<p class="back"><a class="${form ? '' : 'main'}" href="${back}">${words.back(shop.name)}</a></p>`}
        </main>
      </body>
    </html>`;

  function sentence(): string {
    switch (view.kind) {
      case 'paid':
        return language.paid;
      case 'authorized':
        return language.authorized;
      case 'expired':
        return language.expired;
      case 'changed':
      case 'invalid':
      case 'unavailable':
        return words[view.kind];
      case 'form':
        return '';
      default:
        return view satisfies never;
    }
  }

  const logo = shop.logo === undefined ? '' : ` img-src ${new URL(shop.logo).origin};`;
  const [scripts, types] = hasSamsungPay(settings)
    ? [" 'self' https://img.mpay.samsung.com", ' pay-checkout-wallets']
    : [" 'self'", ''];
  const policy = `default-src 'none'; script-src${scripts}; style-src ${styleDigest(style)} ${formDigest}; connect-src 'self' ${new URL(baseUrl).origin};${logo} form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types pay-checkout${types}`;
  return new Response(String(await content), {
    status: statuses[view.kind],
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      // The address is a credential of the order: no other site learns of it.
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}

/** Samsung's script is the only one of a company that the page needs: Apple Pay is in the browser. */
const hasSamsungPay = ({ methods = [] }: ProgramSettings): boolean => methods.includes('samsungpay');

/** The one style in the form’s HTML is the same in every language. */
const [, formStyle = ''] = /<style>([^]*?)<\/style>/.exec(renderForm({ lang: 'en' })) ?? [];
const formDigest = styleDigest(formStyle);

function renderTag(settings: ProgramSettings, claims: OrderClaims, token: string, lang: string) {
  const { publishableKey, baseUrl, methods, merchantName, samsungServiceId } = settings;
  const { sub, amount, currency, save_card: saveCard } = claims;
  const ways = Object.entries({
    'save-card': saveCard,
    methods: methods?.join(' '),
    'merchant-name': merchantName,
    'samsung-service-id': samsungServiceId,
    'wallet-scripts': hasSamsungPay(settings) ? 'samsung' : undefined,
  }).filter(([, value]) => value !== undefined);
  const form = renderForm({ lang, amount, currency, test: publishableKey.startsWith('pk_test_') });
  return html`<pay-checkout
    checkout-url="${token}"
    reference="${sub}"
    base-url="${baseUrl}"
    publishable-key="${publishableKey}"
    amount="${amount}"
    currency="${currency}"
    ${ways.map(([name, value]) => html`${name}="${value}" `)}
    >${raw(form)}</pay-checkout
  >`;
}

type Language = ReturnType<typeof getPageLanguage>;

function renderOrderTable(
  claims: OrderClaims,
  { writeMoney }: Language,
  words: ReturnType<typeof findPageMessages>,
): Html {
  const { lines = [], amount, currency } = claims;
  const row = (text: string, money: number, of = '') =>
    html`<dt class="${of}"><bdi>${text}</bdi></dt>
      <dd class="${of}"><bdi>${writeMoney(money, currency)}</bdi></dd>`;
  return html`<h1>${words.order}</h1>
    <dl>${lines.map((line) => row(line.text, line.amount))}${row(words.total, amount, 'total')}</dl>`;
}

/** Whether what a token names is what was paid, or what is still to be paid. */
const isPriceOf = (view: PageView, { amount, currency }: OrderClaims): boolean =>
  !('price' in view) || (view.price?.amount === amount && view.price.currency === currency);

/** Where a payer goes who is done, or who does not pay: a payer who has not paid must not see the page after a payment. */
function findBackUrl({ shop }: ProgramSettings, view: PageView): string | undefined {
  if (view.kind === 'paid' || view.kind === 'authorized')
    return appendQuery(view.claims.callback_url, { pay_order: view.claims.sub });
  if (shop.url !== undefined) return shop.url;
  return 'claims' in view ? new URL(view.claims.callback_url).origin : undefined;
}

/** The language that a browser asks for first. */
function firstLanguage(accepted: string): string {
  const [first = ''] = accepted.split(/[,;]/, 1);
  return /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/.test(first.trim()) ? first.trim() : 'en';
}
