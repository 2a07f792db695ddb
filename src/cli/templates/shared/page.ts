import type { Order } from 'pay-checkout/server';

const { PAY_BASE_URL = '', PAY_PUBLISHABLE_KEY = '' } = process.env;

/** Lets the page do what it has to, and nothing else. */
export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  `connect-src 'self' ${PAY_BASE_URL && new URL(PAY_BASE_URL).origin}`,
  "form-action 'self'",
  "base-uri 'none'",
].join('; ');

export const checkoutPage = ({ id, amount, currency }: Order) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Order ${id}</title>
    <script type="module" src="/pay-checkout.js"></script>
  </head>
  <body>
    <h1>Order ${id}</h1>
    <pay-checkout
      checkout-url="/checkout/${encodeURIComponent(id)}"
      base-url="${PAY_BASE_URL}"
      publishable-key="${PAY_PUBLISHABLE_KEY}"
      amount="${amount}"
      currency="${currency}"
    ></pay-checkout>
  </body>
</html>
`;
