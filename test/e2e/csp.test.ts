import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { bundle } from './bundle.js';
import { Form } from './form.js';
import {
  approve,
  frameAddress,
  inFrame,
  inFrameWithDialog,
  inPageWithDialog,
  markup,
  modes,
  type Mode,
} from './modes.js';
import { documentedPolicy, listenToReports } from './reports.js';
import { asScript, openStorefront, releasedFile, type Answer, type Storefront } from './servers.js';
import { payByWallet, serveWallet, wallets, type Company } from './wallet-scripts.js';
import { test } from './worker.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const tag = '<script src="/pay-checkout.js"></script>';
const bundled = (name: string) => `<script type="module" src="/${name}/main.js"></script>`;

interface Shop {
  readonly head: string;
  /** In place of what the documented header has. */
  readonly instead?: readonly [old: string, instead: string];
}

/** The script has a policy of its own name; npm's build has the one of the app's Lit. */
const ownPolicy = 'trusted-types pay-checkout';
const npm = [ownPolicy, 'trusted-types lit-html'] as const;
const withLit = [ownPolicy, 'trusted-types lit-html pay-checkout'] as const;

const shops: Readonly<Record<string, Shop>> = {
  'a module script': { head: '<script type="module" src="/pay-checkout.js"></script>' },
  'a script that is there twice': { head: tag + tag },
  'a script that is allowed by a nonce': {
    head: '<script nonce="abc" src="/pay-checkout.js"></script>',
    instead: ["script-src 'self'", "script-src 'nonce-abc'"],
  },
  'a bundle with npm’s build': { head: bundled('checkout'), instead: npm },
  'a script before the page’s own Lit': { head: tag + bundled('lit'), instead: withLit },
  'a script after the page’s own Lit': {
    head: `${bundled('lit')}<script type="module" src="/pay-checkout.js"></script>`,
    instead: withLit,
  },
};

const modules: Readonly<Record<string, string>> = {
  checkout: "import '../../dist/index.js';",
  result: "import '../../dist/return.js';",
  lit: `import { html, render } from 'lit';
    render(html\`<p>\${'Drawn by Lit'}</p>\`, document.querySelector('#own'));`,
};

/** What the documents add to the policy for a company's script. */
const [[, apple = ''] = [], [, samsung = ''] = []] = read('demo/docs/guides/csp.md').matchAll(
  /`wallet-scripts` with `(?:apple|samsung)` +\| `([^`]+)` in `script-src`, `pay-checkout-wallets` in `trusted-types`/g,
);
const origins = { apple, samsung };

let shop: Storefront;
let secret = '';
const bundles = new Map<string, ReadonlyMap<string, string>>();

const policy = ([old, instead]: readonly [string, string] = ['', '']) =>
  documentedPolicy.replace('https://api.example.com', new URL(shop.service).origin).replace(old, instead);

/** With the form in a frame: that frame, and no service to send anything to. */
const framedPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  ownPolicy,
];

/** What a mode needs: of the bank's page the service, and the shop's own page that the payer comes back to in there. */
function policyFor({ form, challenge }: Mode, own = "'self'"): string {
  const frames = [
    ...(form === 'frame' ? [new URL(frameAddress(shop.service)).origin] : []),
    ...(challenge === 'dialog' ? [new URL(shop.service).origin, own] : []),
  ];
  const directives = form === 'frame' ? framedPolicy : [policy()];
  return [...directives, ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : [])].join('; ');
}

const page = (head: string, body: string, header: string): Answer => ({
  body: `<!doctype html><html lang="en"><head><title>Shop</title>${head}</head><body>${body}</body></html>`,
  headers: { 'content-security-policy': header },
});

function answer({ pathname, searchParams }: URL): Answer | undefined {
  const [, folder = '', ...rest] = pathname.split('/');
  const file = bundles.get(folder)?.get(rest.join('/'));
  if (file !== undefined) return asScript(file);
  switch (pathname) {
    case '/back':
      return page(bundled('result'), '<pay-result status-url="/status"></pay-result>', policy(npm));
    case '/favicon.ico':
      return { type: 'image/x-icon', body: '' };
    case '/inline':
      return page('<script>document.title = "Changed"</script>', '', policy());
    case '/mode': {
      const mode = modes.find(({ name }) => name === searchParams.get('mode'));
      const attributes = { amount: '20000', 'client-secret': secret, 'status-url': '/status' };
      if (!mode) return undefined;
      const types = searchParams.get('types') ?? ownPolicy;
      // What isolates a page: no page of another origin opens in a frame there without headers of its own.
      const isolation = searchParams.has('isolated') && {
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      };
      const header = policyFor(mode, searchParams.get('own') ?? undefined).replace(ownPolicy, types);
      const integrity = searchParams.get('integrity');
      const body = markup(mode, shop.service, attributes);
      const shown = page(
        '',
        integrity ? body.replace('<script', `<script integrity="${integrity}"`) : body,
        header,
      );
      return { ...shown, headers: { ...shown.headers, ...isolation } };
    }
    case '/wallet': {
      const company = searchParams.get('company') as Company;
      const forgotten = searchParams.get('forgotten');
      const header = policy()
        .replace("script-src 'self'", `script-src 'self' ${origins[company]}`)
        .replace(ownPolicy, `${ownPolicy} pay-checkout-wallets`)
        .replace(forgotten ? ` ${forgotten}` : '', '');
      return page(
        tag,
        `<pay-checkout base-url="${shop.service}" publishable-key="pk_test_sandbox" intent-url="/intent"
          amount="20000" methods="${company}pay creditcard" merchant-name="Lamp Shop"
          samsung-service-id="service-1" wallet-scripts="${company}"></pay-checkout>`,
        header,
      );
    }
    case '/': {
      const { head, instead } = shops[searchParams.get('shop') ?? ''] ?? { head: tag };
      return page(
        head,
        `<div id="own"></div><pay-checkout base-url="${shop.service}" publishable-key="pk_test_sandbox"
          client-secret="${secret}" amount="20000" currency="SAR">Your browser is too old.</pay-checkout>`,
        policy(searchParams.has('blocked') ? [` ${new URL(shop.service).origin}`, ''] : instead),
      );
    }
    default:
      return undefined;
  }
}

test.beforeAll(async ({ sandbox }) => {
  for (const [name, code] of Object.entries(modules)) bundles.set(name, await bundle(code));
  shop = await openStorefront(sandbox, answer, { amount: 20_000 });
});
test.afterAll(() => shop.close());
test.beforeEach(async () => {
  await shop.control('reset');
  secret = await shop.newSecret();
});

test('the header in the README allows nothing that is not needed', () => {
  expect(documentedPolicy.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self' https://api.example.com",
    "form-action 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    ownPolicy,
  ]);
});

test('a violation of a policy is reported: an inline script', { tag: '@engine' }, async ({ page }) => {
  const reports = await listenToReports(page);
  await page.goto(`${shop.url}/inline`);
  await expect.poll(() => reports.join('\n')).toContain('violation: script-src');
  expect(await page.title()).toBe('Shop');
});

/** What an engine enforces by itself: script attributes, nonces, Trusted Types, and what a page may load and send to. */
const byEngine = ['a script that is allowed by a nonce', 'a script after the page’s own Lit'];

// How the script comes has nothing to do with the way to the bank, which each mode takes below.
for (const [what, { head }] of Object.entries(shops)) {
  test(
    `under the policy, ${what} pays at once, and nothing is violated`,
    {
      tag: byEngine.includes(what) ? '@engine' : '@chromium',
    },
    async ({ page }) => {
      const reports = await listenToReports(page);
      await page.goto(`${shop.url}/?shop=${encodeURIComponent(what)}`);
      const form = new Form(page);
      await form.fill('4111114005765430');
      if (head.includes('/lit/')) await expect(page.locator('#own')).toHaveText('Drawn by Lit');
      await form.button.click();
      await page.waitForURL('**/back?*');
      await expect(page.locator('pay-result').getByText('Payment received')).toBeVisible();
      expect(reports).toEqual([]);
    },
  );
}

/** Opens the shop's page in a mode. */
async function open(page: Page, mode: Mode, query: Readonly<Record<string, string>> = {}): Promise<Form> {
  await page.goto(`${shop.url}/mode?${new URLSearchParams({ mode: mode.name, ...query }).toString()}`);
  return new Form(page, mode);
}

/** Pays there by a card whose bank asks. */
async function payToBank(
  page: Page,
  mode: Mode,
  query: Readonly<Record<string, string>> = {},
): Promise<void> {
  const form = await open(page, mode, query);
  await form.fill('4201320111111010');
  await form.button.click();
}

for (const mode of modes) {
  test(
    `under its policy, ${mode.name} by ${mode.script} pays through 3-D Secure, and nothing is violated in any document`,
    {
      // Frames cannot be typed into there: see limitations.ts.
      tag: mode.form === 'page' ? '@engine' : '@chromium',
    },
    async ({ page }) => {
      const reports = await listenToReports(page);
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.frame() === page.mainFrame()) requests.push(request.url());
      });
      await payToBank(page, mode);
      await approve(page, mode);
      await page.waitForURL('**/back?*');
      await expect(page.locator('pay-result').getByText('Payment received')).toBeVisible();
      expect(reports).toEqual([]);
      // The bank's page is another document than the shop's, but in the same place where there is no dialog.
      const ofTheShop = requests.filter((url) => !url.includes('/card_auth/'));
      expect(ofTheShop).toHaveLength(mode.form === 'frame' ? 0 : 1);
    },
  );
}

for (const company of ['apple', 'samsung'] as const) {
  const { label } = wallets[company];
  test(
    `under the policy with the script of ${label}, the wallet pays, and nothing is violated`,
    { tag: company === 'apple' ? '@engine' : '@chromium' },
    async ({ page }) => {
      const reports = await listenToReports(page);
      await serveWallet(page, company);
      await page.goto(`${shop.url}/wallet?company=${company}`);
      await payByWallet(page, label);
      await page.waitForURL('**/back?*');
      expect(await shop.payments()).toBe(1);
      expect(reports).toEqual([]);
    },
  );
}

for (const [directive, forgotten, company] of [
  ['script-src', origins.apple, 'apple'],
  ['trusted-types', 'pay-checkout-wallets', 'samsung'],
] as const) {
  const { label } = wallets[company];
  test(`a policy whose ${directive} forgets the script of ${label} leaves the wallet out, and the console says what to add`, async ({
    page,
  }) => {
    const reports = await listenToReports(page);
    await serveWallet(page, company);
    await page.goto(`${shop.url}/wallet?company=${company}&forgotten=${forgotten}`);
    await expect
      .poll(() => reports.filter((text) => text.startsWith('warning')))
      .toEqual([
        `warning: <pay-checkout>: ${wallets[company].address} did not load, or brought no wallet. If the page has a policy, add ${origins[company]} to \`script-src\`, and pay-checkout-wallets to \`trusted-types\`.`,
      ]);
    await expect(page.locator('pay-checkout')).toHaveJSProperty('state', 'ready');
    await expect(page.getByRole('button', { name: label })).toHaveCount(0);
  });
}

test(
  'a policy that forgets the shop’s own page in the dialog keeps the payer from coming back there, and the full page is offered',
  { tag: '@engine' },
  async ({ page }) => {
    const reports = await listenToReports(page);
    await payToBank(page, inPageWithDialog, { own: '' });
    await approve(page, inPageWithDialog);
    await expect(page.getByText('Your bank’s page doesn’t seem to open here.')).toBeVisible();
    expect(reports.join('\n')).toContain('violation: frame-src');
    await page.getByRole('button', { name: 'Open full page' }).click();
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await expect(page.locator('pay-result').getByText('Payment received')).toBeVisible();
    expect(await shop.payments()).toBe(1);
  },
);

/** Pays where the dialog does not open, so that the bank's page comes in place of the shop's. */
async function payWithoutDialog(page: Page, query: Readonly<Record<string, string>>): Promise<void> {
  await payToBank(page, inFrameWithDialog, query);
  await approve(page, inFrame);
  await expect(page.locator('pay-result').getByText('Payment received')).toBeVisible();
  expect(await shop.payments()).toBe(1);
}

for (const file of ['pay-challenge.js', 'pay-lit.js']) {
  test(`a ${file} that is not the one of the release is not run where pay-framed.js is pinned, and the bank’s page comes in place of the shop’s`, async ({
    page,
  }) => {
    // It would open the dialog as the release's own file does.
    const body = `${String(releasedFile(`/${file}`))}\n// changed`;
    await page.route(`**/${file}`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await payWithoutDialog(page, { integrity: read('dist/pay-framed.js.sri').trim() });
  });
}

test('a policy that forbids Lit beside a frame keeps the dialog away, and the bank’s page comes in place of the shop’s', async ({
  page,
}) => {
  await payWithoutDialog(page, { types: "trusted-types 'none'" });
});

test('a violation of a policy is reported within the frame too', async ({ page }) => {
  const reports = await listenToReports(page);
  const form = await open(page, inFrame);
  await form.number.waitFor();
  await form.number.evaluate(() => {
    const own = document.createElement('style');
    own.textContent = 'input { color: red; }';
    document.head.append(own);
  });
  await expect.poll(() => reports.join('\n')).toContain('violation: style-src');
});

test('a page that is cross-origin isolated goes to the bank by the full page, and the console says why', async ({
  page,
}) => {
  const reports = await listenToReports(page);
  await payToBank(page, inPageWithDialog, { isolated: '' });
  await approve(page);
  await page.waitForURL('**/back?*');
  expect(reports).toEqual([
    'warning: <pay-checkout>: this page is cross-origin isolated (COOP, COEP), so the bank’s page replaces it: `challenge="frame"` has no effect.',
  ]);
});

test('a policy without the service sends nothing: the payer has the form again, and the console names the origin', async ({
  page,
}) => {
  const reports = await listenToReports(page);
  await page.goto(`${shop.url}/?blocked`);
  const form = new Form(page);
  await form.fill('4111114005765430');
  await form.button.click();
  await expect(
    page.locator('pay-checkout').getByText('Something went wrong on the shop’s side.'),
  ).toBeVisible();
  await expect(form.button).toBeEnabled();
  expect(reports.join('\n')).toContain(
    `Nothing was sent. Add ${new URL(shop.service).origin} to \`connect-src\`.`,
  );
});
