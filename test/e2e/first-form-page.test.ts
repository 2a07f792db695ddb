import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { Form } from './form.js';
import {
  builtForm,
  late,
  page as html,
  serveFirst,
  shownCard,
  tag,
  taken,
  texts,
  type FirstSite,
} from './first-form/site.js';
import { hold } from './hold.js';
import { drawn } from './press.js';
import { documentedPolicy, listenToReports } from './reports.js';
import { test } from './worker.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const digest = () => read('dist/form/style.sha256').trim();

/** The header as the documents have it, with the digest or without. */
const policies = {
  'with the digest of its styles': () =>
    /style-src/.test(documentedPolicy)
      ? documentedPolicy.replace(/style-src[^;]*/, (it) => `${it.replace("'none'", '').trim()} '${digest()}'`)
      : `${documentedPolicy}; style-src '${digest()}'`,
  'without the digest': () => documentedPolicy,
};

const attributes =
  'base-url="https://api.example.com/v1" publishable-key="pk_test_sandbox" client-secret="pi_secret_1" currency="SAR"';

let site: FirstSite | undefined;
test.afterEach(() => site?.close());

const open = async (page: Page, body: () => string, headers = {}) => {
  site = await serveFirst(() => body(), headers);
  await page.goto(site.url, { waitUntil: 'commit' });
};

const ask = <T>(page: Page, expression: string) => page.evaluate<T>(expression);
const arrived = (page: Page) => expect.poll(() => ask(page, taken)).toBe(true);

for (const [what, policy] of Object.entries(policies)) {
  test(`under the documented policy, ${what}, the form takes what is typed and comes to life`, async ({
    page,
  }) => {
    const reports = await listenToReports(page);
    const form = await builtForm({ lang: 'en', amount: 10_000, test: true });
    const letScript = await hold(page, '**/pay-checkout.js*');
    await open(page, () => html(tag(`${attributes} amount="10000"`, form), late(0)), {
      'content-security-policy': policy(),
    });
    const { number, button } = new Form(page);
    const radius = () => number.evaluate((it) => getComputedStyle(it).borderRadius);
    const allowed = what.startsWith('with the');
    expect(await radius()).toBe(allowed ? '8px' : '0px');
    await expect(page.getByText('didn’t load')).toBeHidden();
    await number.pressSequentially('4201320111111010');
    await expect(button).toBeDisabled();
    letScript();
    await arrived(page);
    expect(await radius()).toBe('8px');
    await page.keyboard.press('Tab');
    await expect(number).toHaveValue('4201 3201 1111 1010');
    expect(reports.filter((it) => !(it.includes('style-src') && !allowed))).toEqual([]);
    expect(reports.filter((it) => it.startsWith('violation:'))).toHaveLength(allowed ? 0 : 1);
  });
}

test('the files of a build are what the server renders, and the digest is that of their styles', async ({
  page,
}) => {
  for (const lang of ['en', 'ar', 'de', 'es', 'fa', 'fr', 'hi', 'id', 'tr', 'ur', 'zh-Hans'])
    expect(read(`dist/form/${lang}.html`)).toBe(await builtForm({ lang }));
  await open(page, () => html(tag(attributes, read('dist/form/ar.html'))));
  await page.waitForLoadState('domcontentloaded');
  const styles = await page.locator('pay-checkout style').evaluate((it) => it.textContent);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(styles));
  expect(`sha256-${Buffer.from(hash).toString('base64')}`).toBe(digest());
});

const moves: Readonly<Record<string, readonly [form: Parameters<typeof builtForm>[0], attributes: string]>> =
  {
    'says the same': [{ lang: 'en', amount: 10_000, test: true }, 'amount="10000"'],
    'has another amount': [{ lang: 'en', test: true }, 'amount="123456"'],
    'has fewer networks': [{ lang: 'en', amount: 10_000, test: true }, 'amount="10000" networks="visa"'],
    'is German, which is fetched': [{ lang: 'de', amount: 10_000, test: true }, 'amount="10000" lang="de"'],
  };

for (const [what, [options, more]] of Object.entries(moves)) {
  test(`nothing moves when the form is taken over by a page that ${what}`, async ({ page }) => {
    const form = await builtForm(options);
    const letScript = await hold(page, '**/pay-checkout.js*');
    await open(page, () => html(`${tag(`${attributes} ${more}`, form)}<p>Below</p>`, late(0)));
    await page.waitForLoadState('domcontentloaded');
    await page.evaluate(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { sources } = entry as PerformanceEntry & {
            sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
          };
          for (const { node, previousRect: from, currentRect: to } of sources)
            shifts.push(`${node?.nodeName ?? ''} ${JSON.stringify(from)} to ${JSON.stringify(to)}`);
        }
      }).observe({ type: 'layout-shift' });
    });
    const seen: string[] = [];
    await page.exposeFunction('seen', (text: string) => seen.push(text));
    await page.evaluate(() => {
      const root = document.querySelector('pay-checkout')?.shadowRoot;
      const look = () => {
        (window as unknown as { seen(text: string): void }).seen(
          root?.querySelector('label')?.textContent ?? '',
        );
        requestAnimationFrame(look);
      };
      look();
    });
    letScript();
    await arrived(page);
    await drawn(page);
    expect(await ask(page, 'window.shifts')).toEqual([]);
    expect(new Set(seen).size).toBe(1);
  });
}

test('what an Android keyboard composes goes on through the takeover', async ({ page }) => {
  const form = await builtForm({ lang: 'en', amount: 10_000, test: true });
  const letScript = await hold(page, '**/pay-checkout.js*');
  await open(page, () => html(tag(`${attributes} amount="10000"`, form), late(0)));
  const keyboard = await page.context().newCDPSession(page);
  const { number } = new Form(page);
  await number.focus();
  const digits = '4201320111111010';
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  // Such a keyboard composes the whole text anew with each digit, and never lets go.
  for (let at = 1; at <= 8; at++) await compose(digits.slice(0, at));
  expect(await ask(page, taken)).toBe(false);
  letScript();
  await arrived(page);
  await expect(number).toHaveValue(digits.slice(0, 8));
  for (let at = 9; at <= 16; at++) await compose(digits.slice(0, at));
  await keyboard.send('Input.insertText', { text: digits });
  await expect(number).toHaveValue('4201 3201 1111 1010');
  await number.press('Tab');
  expect((await ask<string[]>(page, texts))[0]).toBe(shownCard[0]);
});

test('a script that comes again and again during a composition loses nothing', async ({ page }) => {
  const form = await builtForm({ lang: 'en', amount: 10_000, test: true });
  const digits = '4201320111111010';
  for (let run = 0; run < 3; run++) {
    await open(page, () =>
      html(tag(`${attributes} amount="10000"`, form), late(Math.round((run + Math.random()) * 40))),
    );
    const keyboard = await page.context().newCDPSession(page);
    const { number } = new Form(page);
    await number.focus();
    // Words of one to four digits, each composed and then accepted.
    for (let from = 0; from < digits.length;) {
      const word = digits.slice(from, from + 1 + Math.floor(Math.random() * 4));
      for (let at = 1; at <= word.length; at++)
        await keyboard.send('Input.imeSetComposition', {
          text: word.slice(0, at),
          selectionStart: at,
          selectionEnd: at,
        });
      await keyboard.send('Input.insertText', { text: word });
      from += word.length;
    }
    await arrived(page);
    await number.press('Tab');
    await expect(number).toHaveValue('4201 3201 1111 1010');
    site?.close();
  }
});

test('no error is created before the form is there: its stack makes the browser parse the script again', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const created: string[] = [];
    globalThis.Error = class extends Error {
      constructor(message?: string, options?: ErrorOptions) {
        super(message, options);
        created.push(this.message);
      }
    } as ErrorConstructor;
    Object.assign(globalThis, { created });
  });
  const ready = `${attributes} amount="10000"`;
  const form = await builtForm({ lang: 'en', amount: 10_000, test: true });
  for (const body of [tag(ready, ''), tag(ready, form), tag('', ''), tag(`${ready} methods="stcpay"`, '')]) {
    await open(page, () => html(body, late(0)));
    await page.waitForFunction("document.querySelector('pay-checkout').shadowRoot?.querySelector('button')");
    expect(await ask(page, 'created'), body).toEqual([]);
    await ask(page, "document.querySelector('pay-checkout').submit().catch(() => {})");
    expect(await ask(page, 'created'), body).not.toEqual([]);
    site?.close();
  }
});
