import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { databaseFile, openProgram, orderClaims, sign } from './program.js';

const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`;

describe('the page of pay-checkout-server', () => {
  it('has the form in its HTML, with the order’s own price and the address of its token', async (t) => {
    const { call } = await openProgram(t);
    const token = sign(orderClaims());
    const response = await call('GET', `/checkout/${token}`);
    const html = await response.text();
    assert.equal(response.status, 200);
    assert.match(html, /<template shadowrootmode="open">/);
    assert.match(html, /autocomplete="cc-number"/);
    assert.ok(html.includes(`checkout-url="${token}"`));
    assert.match(html, /amount="10000"\s+currency="SAR"/);
    assert.match(html, /<noscript>/);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
  });

  it('sends a policy that allows its script, its styles and the service only', async (t) => {
    const { call, service } = await openProgram(t, {
      env: { SHOP_LOGO: 'https://cdn.shop.example/logo.svg' },
    });
    const response = await call('GET', `/checkout/${sign(orderClaims())}`);
    const policy = response.headers.get('content-security-policy')?.split('; ') ?? [];
    const html = await response.text();
    const digests = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
    const styles = `style-src ${digests.join(' ')}`;
    assert.equal(digests.length, 2);
    assert.ok(policy.includes(styles), policy.join('; '));
    assert.deepEqual(
      policy.filter((each) => each !== styles),
      [
        ...["default-src 'none'", "script-src 'self'"],
        `connect-src 'self' ${new URL(service.baseUrl).origin}`,
        ...['img-src https://cdn.shop.example', "form-action 'self'", "base-uri 'none'"],
        ...["frame-ancestors 'none'", "require-trusted-types-for 'script'", 'trusted-types pay-checkout'],
      ],
    );
    assert.doesNotMatch(html, / style="| on\w+="/);
  });

  const wallets = {
    ...{ PAY_METHODS: 'stcpay samsungpay creditcard', PAY_MERCHANT_NAME: 'Cups & Co' },
    SAMSUNG_SERVICE_ID: 's1',
  };

  it('offers the ways to pay that are set, and allows the script of Samsung Pay only then', async (t) => {
    const { call } = await openProgram(t, { env: wallets });
    const response = await call('GET', `/checkout/${sign(orderClaims())}`);
    const html = await response.text();
    assert.match(html, /methods="stcpay samsungpay creditcard"/);
    assert.match(html, /merchant-name="Cups &amp; Co"/);
    assert.match(html, /samsung-service-id="s1"/);
    assert.match(html, /wallet-scripts="samsung"/);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.ok(policy.includes("script-src 'self' https://img.mpay.samsung.com;"), policy);
    assert.ok(policy.endsWith('; trusted-types pay-checkout pay-checkout-wallets'), policy);
  });

  it('keeps the card if the token says so', async (t) => {
    const { call } = await openProgram(t);
    const page = async (claims: object) =>
      (await call('GET', `/checkout/${sign(orderClaims(claims))}`)).text();
    assert.match(await page({ save_card: 'always' }), /save-card="always"/);
    assert.doesNotMatch(await page({}), /save-card/);
    assert.doesNotMatch(await page({ save_card: 'yes' }), /<pay-checkout/);
  });

  it('serves the file by which Apple knows the domain, if it is set', async (t) => {
    const path = '/.well-known/apple-developer-merchantid-domain-association';
    const file = databaseFile(t);
    writeFileSync(file, '7B22...');
    const set = await openProgram(t, { env: { APPLE_PAY_DOMAIN_FILE: file } });
    assert.equal(await (await set.call('GET', path)).text(), '7B22...');
    const { call } = await openProgram(t);
    assert.equal((await call('GET', path)).status, 404);
  });

  it('takes a payment by a source that is not offered for a mismatch', async (t) => {
    const { pay, readOrder } = await openProgram(t, { env: { PAY_METHODS: 'stcpay' } });
    await pay(sign(orderClaims()));
    assert.equal((await readOrder())['verdict'], 'mismatch');
  });

  it('shows the shop’s name, logo, colour, and what is bought, all as text', async (t) => {
    const { call } = await openProgram(t, {
      env: { SHOP_NAME: hostile, SHOP_LOGO: 'https://shop.example/l.svg?"><x', SHOP_ACCENT: '#ff0' },
    });
    const lines = [
      { text: hostile, amount: 12_000 },
      { text: 'Rebate', amount: -2000 },
    ];
    const claims = orderClaims({ lines, sub: hostile, description: hostile, metadata: { a: hostile } });
    const html = await (await call('GET', `/checkout/${sign(claims)}`)).text();
    assert.doesNotMatch(
      html.replace(/<script type="module" src="[^"]*"><\/script>/, ''),
      /<script|<img src=x/,
    );
    assert.match(html, /SAR\s120\.00/);
    assert.match(html, /-SAR\s20\.00/);
    assert.match(html, /--pay-accent:#ff0;--pay-on-accent:#000/);
    assert.match(html, /<img src="https:\/\/shop\.example\/l\.svg\?%22%3E%3Cx" alt="" \/>/);
  });

  const languages: readonly (readonly [
    what: string,
    lang: string | undefined,
    accept: string,
    shop: string | undefined,
    tag: string,
  ])[] = [
    ['the token’s before all', 'ar', 'de', 'fr', 'lang="ar" dir="rtl"'],
    ['the shop’s before the browser’s', undefined, 'de', 'fr', 'lang="fr" dir="ltr"'],
    ['the browser’s where no other is', undefined, 'de-AT,en;q=0.5', undefined, 'lang="de-AT" dir="ltr"'],
    ['English where that is not known', undefined, 'xx-"><script>', undefined, 'lang="en" dir="ltr"'],
  ];
  for (const [what, lang, accept, shop, tag] of languages) {
    it(`takes a language: ${what}`, async (t) => {
      const { call } = await openProgram(t, { env: { SHOP_LANG: shop } });
      const token = sign(orderClaims(lang === undefined ? {} : { lang }));
      const html = await (
        await call('GET', `/checkout/${token}`, undefined, { 'accept-language': accept })
      ).text();
      assert.match(html, new RegExp(`<html ${tag}>`));
    });
  }

  it('shows the result in place of the form when the order is paid, and the way to the shop’s own page', async (t) => {
    const { call, pay, operate } = await openProgram(t);
    const token = sign(orderClaims({ callback_url: 'https://shop.example/back?a=b%20c' }));
    await pay(token);
    await operate('GET', '/orders/7');
    const html = await (await call('GET', `/checkout/${token}`)).text();
    assert.match(html, /<p role="status">Payment received/);
    assert.match(html, /href="https:\/\/shop\.example\/back\?a=b%20c&amp;pay_order=7"/);
    assert.doesNotMatch(html, /<pay-checkout|<script/);
  });

  it('names no price on the page of a paid order that a newer token sells for another one', async (t) => {
    const { call, pay, operate } = await openProgram(t);
    await pay(sign(orderClaims({ iat: 100, amount: 5000 })));
    await operate('GET', '/orders/7');
    const read = async (claims: object) =>
      (await call('GET', `/checkout/${sign(orderClaims(claims))}`)).text();
    const older = await read({ iat: 100, amount: 5000 });
    const newer = await read({ iat: 200, amount: 9000 });
    for (const html of [older, newer]) assert.match(html, /<p role="status">Payment received/);
    assert.match(older, /50\.00/);
    assert.doesNotMatch(newer, /90\.00|50\.00/);
  });

  it('leads a payer who did not pay to the shop, and not to the page after a payment', async (t) => {
    const { call } = await openProgram(t);
    for (const exp of [undefined, 1]) {
      const token = sign(orderClaims(exp === undefined ? {} : { exp }));
      const html = await (await call('GET', `/checkout/${token}`)).text();
      assert.match(html, /class="back"><a class="(?:main)?" href="https:\/\/shop\.example"/);
    }
  });

  const refused: readonly (readonly [what: string, token: () => string, status: number, text: RegExp])[] = [
    ['an expired link', () => sign(orderClaims({ exp: 1 })), 410, /The time to pay has run out/],
    ['a forged link', () => sign(orderClaims(), { secret: 'f'.repeat(32) }), 401, /This link can’t be used/],
    ['no link at all', () => 'order-7', 401, /This link can’t be used/],
  ];
  for (const [what, token, status, text] of refused) {
    it(`shows a message in place of the form for ${what}`, async (t) => {
      const { call } = await openProgram(t, { env: { SHOP_URL: 'https://shop.example/basket' } });
      const response = await call('GET', `/checkout/${token()}`);
      const html = await response.text();
      assert.equal(response.status, status);
      assert.match(html, text);
      assert.match(html, /href="https:\/\/shop\.example\/basket"/);
      assert.doesNotMatch(html, /<pay-checkout/);
    });
  }
});
