import { expect, type Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from './worker.js';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const digestOf = (file: string) =>
  `sha384-${createHash('sha384')
    .update(readFileSync(dist + file))
    .digest('base64')}`;

interface Shop {
  readonly tag: string;
  readonly policy?: string;
  /** What the server has in place of a file of the languages. */
  readonly file?: string | number;
  /** Which of them; all when not set. */
  readonly name?: string;
  /** Further attributes of the element. */
  readonly attributes?: string;
}

/** A shop, and the script with its languages on another origin. Answers what was asked for there. */
async function visit(
  page: Page,
  { tag, policy, file, name = 'languages', attributes = '' }: Shop,
): Promise<string[]> {
  const paths: string[] = [];
  await page.route('https://shop.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: policy ? { 'content-security-policy': policy } : {},
      body: `<!doctype html><html lang="fr"><title>Boutique</title>
        <link rel="icon" href="data:,">${tag}
        <pay-checkout base-url="https://api.example/v1" publishable-key="pk_test_1" client-secret="pi_secret_1" ${attributes}></pay-checkout>`,
    }),
  );
  await page.route('https://cdn.example/**', (route) => {
    const { pathname } = new URL(route.request().url());
    paths.push(pathname);
    const spoilt = pathname.includes(name) ? file : undefined;
    const status = typeof spoilt === 'number' ? spoilt : 200;
    const body = typeof spoilt === 'string' ? spoilt : readFileSync(dist + pathname.replace('/pay@1/', ''));
    const headers = { 'access-control-allow-origin': '*' };
    return route.fulfill({ status, contentType: 'text/javascript', headers, body });
  });
  await page.goto('https://shop.example/');
  return paths;
}

const src = 'src="https://cdn.example/pay@1/pay-checkout.js?v=1"';
const pinned = `integrity="${digestOf('pay-checkout.js')}" crossorigin`;
const trusted = "require-trusted-types-for 'script'; trusted-types pay-checkout";

for (const [what, tag, policy] of [
  ['an async script', `<script async ${src}></script>`],
  ['a module', `<script type="module" ${src}></script>`],
  ['a pinned module', `<script type="module" ${src} ${pinned}></script>`],
  [
    'a strict page',
    `<script ${src}></script>`,
    `default-src 'none'; script-src https://cdn.example; ${trusted}`,
  ],
  [
    'a strict page with a pinned module',
    `<script type="module" ${src} ${pinned}></script>`,
    `default-src 'none'; script-src https://cdn.example; ${trusted}`,
  ],
  ['a page with a nonce', `<script nonce="abc" ${src} ${pinned}></script>`, "script-src 'nonce-abc'"],
] as const) {
  test(
    `a language comes from beside the script: ${what}`,
    {
      tag: /strict .* pinned|nonce/.test(what) ? '@engine' : '@chromium',
    },
    async ({ page }) => {
      const paths = await visit(page, { tag, ...(policy ? { policy } : {}) });
      await expect(page.getByLabel('Numéro de carte')).toBeVisible();
      const files = [
        'pay-checkout.js',
        ...(tag.includes(pinned) ? ['languages/digests.js'] : []),
        'languages/fr.js',
      ];
      expect(paths).toEqual(files.map((file) => `/pay@1/${file}`));
    },
  );
}

test('a page with its form in a frame has its language too, from beside pay-framed.js, which is pinned', async ({
  page,
}) => {
  await page.route('https://frame.example/**', (route) => route.abort());
  const paths = await visit(page, {
    tag: `<script type="module" src="https://cdn.example/pay@1/pay-framed.js" integrity="${digestOf('pay-framed.js')}" crossorigin></script>`,
    attributes: 'frame-src="https://frame.example/pay-frame.html"',
  });
  await expect(page.locator('pay-checkout iframe')).toHaveAttribute('title', 'Paiement par carte');
  const files = ['pay-framed.js', 'languages/digests.js', 'languages/fr.js'];
  expect(paths).toEqual(files.map((file) => `/pay@1/${file}`));
});

for (const [what, tag, file] of [
  ['is not there', `<script ${src}></script>`, 404],
  ['is not there for a pinned script', `<script ${src} ${pinned}></script>`, 404],
  ['is no script', `<script ${src}></script>`, '<!doctype html><title>Hello</title>'],
] as const) {
  test(`a language whose file ${what} is English`, async ({ page }) => {
    const answered = page.waitForResponse(/languages/);
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await visit(page, { tag, file });
    await answered;
    await expect(page.getByLabel('Card number')).toBeVisible();
    expect(await page.title()).toBe('Boutique');
    expect(errors).toEqual([]);
  });
}

for (const name of ['fr.js', 'digests.js']) {
  test(
    `a ${name} that is not the one of the release is not run where the script is pinned`,
    // Each file is refused by its digest, by the same element of the page.
    { tag: name === 'fr.js' ? '@engine' : '@chromium' },
    async ({ page }) => {
      await page.addInitScript(() => {
        const refuse = ({ target }: Event) =>
          target instanceof HTMLLinkElement && Object.assign(window, { refused: target.href });
        addEventListener('error', refuse, true);
      });
      const file = `document.title = "Pwned"; export const form = { labels: { number: "Hello" } };
      export const digests = {};`;
      await visit(page, { tag: `<script ${src} ${pinned}></script>`, file, name: `languages/${name}` });
      await page.waitForFunction(
        (name) => String((window as { refused?: string }).refused).includes(name),
        name,
      );
      await expect(page.getByLabel('Card number')).toBeVisible();
      expect(await page.title()).toBe('Boutique');
    },
  );
}
