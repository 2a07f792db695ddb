import { expect, type Browser, type Page } from '@playwright/test';
import { Form } from './form.js';
import { approve } from './modes.js';
import { hostile, newToken } from './program.js';
import { listenToReports } from './reports.js';
import { merchant } from './servers.js';
import { test } from './worker.js';
import { addAxe, darkViolations, violations } from './violations.js';

async function pay(page: Page, card = '4201320111111010'): Promise<void> {
  const form = new Form(page);
  await form.fill(card);
  await form.button.click();
  await approve(page);
}

/** A browser that knows nothing of the first one. */
async function onAnotherDevice(
  browser: Browser,
  address: string,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await look(page);
  await context.close();
}

test(
  'the page pays through 3-D Secure under its own policy, nothing is violated, and the link shows the result from then on',
  { tag: '@engine' },
  async ({ page, browser, program }) => {
    const reports = await listenToReports(page);
    const lines = [
      { text: hostile, amount: 12_000 },
      { text: 'Rebate', amount: -2000 },
    ];
    const address = `${program.url}/checkout/${newToken(program, { lines, metadata: { cart: '12' } })}`;
    await page.goto(address);
    await expect(page.getByText(hostile).first()).toBeVisible();
    await pay(page);
    await page.waitForURL(`${program.shop.url}/back?*`);
    expect(new URL(page.url()).searchParams.get('status')).toBe('paid');
    expect(reports).toEqual([]);
    await onAnotherDevice(browser, address, async (other) => {
      // Nobody has told the program yet: the form asks before it sends, and sends nothing.
      const form = new Form(other);
      if ((await form.number.count()) > 0) {
        await form.fill('4111114005765430');
        await form.button.click();
        await other.waitForURL(`${program.shop.url}/back?*`);
      }
    });
    await onAnotherDevice(browser, address, async (other) => {
      await expect(other.getByRole('status')).toContainText('Payment received');
      await other.getByRole('link').click();
      await expect(other.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    });
    const { call } = merchant(program.sandbox.url);
    expect(await call('/payments?metadata[cart]=12')).toMatchObject({ meta: { total_count: 1 } });
  },
);

test('on another device, the page of an order that waits at the bank leads there, and sends nothing', async ({
  page,
  browser,
  program,
}) => {
  const address = `${program.url}/checkout/${newToken(program)}`;
  await page.goto(address);
  const form = new Form(page);
  await form.fill('4201320111111010');
  await form.button.click();
  await page.waitForURL('**/acs_emulator');
  await onAnotherDevice(browser, address, async (other) => {
    const again = new Form(other);
    await again.fill('4111114005765430');
    await again.button.click();
    await expect(other.getByText('Your bank is waiting for your approval.')).toBeVisible();
  });
});

test('the page without script says one thing, what to do, and sends nothing anywhere', async ({
  browser,
  program,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const methods: string[] = [];
  page.on('request', (request) => void methods.push(request.method()));
  await page.goto(`${program.url}/checkout/${newToken(program)}`);
  const notice = page.locator('pay-checkout noscript p');
  await expect(notice).toBeVisible();
  await expect(notice).toContainText('turn on JavaScript');
  // What is said to a payer whose script is late would send this one to look at the connection.
  await expect(page.locator('pay-checkout .late')).toHaveCSS('display', 'none');
  expect(methods).not.toContain('POST');
  await context.close();
});

test('the page pays inside a WebView that has no storage and no locks', async ({ browser, program }) => {
  const userAgent =
    'Mozilla/5.0 (Linux; Android 14; Pixel 7 Build/AP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/128.0 Mobile Safari/537.36';
  const context = await browser.newContext({ userAgent, viewport: { width: 360, height: 700 } });
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The storage is off.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(navigator, 'locks', { value: undefined });
  });
  const page = await context.newPage();
  await page.goto(`${program.url}/checkout/${newToken(program, { lang: 'ar' })}`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await pay(page);
  await page.waitForURL(`${program.shop.url}/back?*`);
  await context.close();
});

test('the tag on the shop’s own page pays by the program, which is of another origin', async ({
  page,
  program,
}) => {
  const reports = await listenToReports(page);
  await page.goto(`${program.shop.url}/tag?token=${newToken(program)}`);
  await pay(page);
  await page.waitForURL(`${program.shop.url}/back?*`);
  expect(new URL(page.url()).searchParams.get('status')).toBe('paid');
  expect(reports.filter((text) => !text.startsWith('warning'))).toEqual([]);
});

for (const [lang, colorScheme] of [
  ['en', 'light'],
  ['ar', 'dark'],
] as const) {
  test(`axe finds nothing on the page, with the form and without one, ${lang}, ${colorScheme}`, async ({
    page,
    program,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const lines = [{ text: 'Dates, 1 kg', amount: 10_000 }];
    await page.goto(`${program.url}/checkout/${newToken(program, { lang, lines })}`);
    await expect(new Form(page).button).toBeEnabled();
    await addAxe(page);
    expect(await violations(page), 'the form').toEqual([]);
    if (lang === 'en') expect(await darkViolations(page), 'the form, dark').toEqual([]);
    await page.goto(`${program.url}/checkout/${newToken(program, { lang, exp: 1 })}`);
    await addAxe(page);
    expect(await violations(page), 'a link that ran out').toEqual([]);
    if (lang === 'en') expect(await darkViolations(page), 'a link that ran out, dark').toEqual([]);
  });
}
