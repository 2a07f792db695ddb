import { expect, type Page } from '@playwright/test';
import type { PayAttemptEvent, PayCheckout } from '../../src/entries/index.js';
import { Form } from './form.js';
import { hold } from './hold.js';
import {
  approve,
  bankFrame,
  formOf,
  inFrame,
  inFrameWithDialog,
  inPage,
  inPageWithDialog,
  markup,
  modes,
  type Mode,
} from './modes.js';
import { openStorefront, returnScript, type Storefront } from './servers.js';
import { test } from './worker.js';

/**
 * What a page and a payer can do, by the same steps with the form in the page and in a frame, by redirect and in the
 * dialog: each check with each form and with each challenge, in one pair of modes or the other by turns; what only a
 * frame has, and what another suite plays in the other modes, in one.
 */
const atOnce = '4111114005765430';
const challenged = '4201320111111010';
const declined = '4242424242424242';

let shop: Storefront;
let [lang, body] = ['en', ''];

test.beforeAll(async ({ sandbox }) => {
  shop = await openStorefront(sandbox, ({ pathname }) => {
    if (pathname === '/back')
      return `<!doctype html><title>Back</title>${returnScript}<pay-result status-url="/status"></pay-result>`;
    if (pathname !== '/') return undefined;
    return `<!doctype html><html lang="${lang}"><title>Shop</title>
      <p><a id="before" href="#before">Before</a></p>${body}<p><a id="after" href="#after">After</a></p></html>`;
  });
});
test.afterAll(() => shop.close());
test.beforeEach(() => shop.control('reset'));

/** Two modes have both forms and both challenges between them, and so have the other two. */
const pairs = [
  [inPage, inFrameWithDialog],
  [inFrame, inPageWithDialog],
] as const;
let checks = 0;

/** One check, in each of some modes. */
function inEach(
  fact: string,
  check: (page: Page, mode: Mode) => Promise<void>,
  some: readonly Mode[] = pairs[checks++ % 2] ?? [],
): void {
  for (const mode of some) {
    test(`${mode.name}: ${fact}`, ({ page }) => check(page, mode));
  }
}

/** Furnishes the shop's page and goes there. Without another source it has an intent that is not used yet. */
async function open(
  page: Page,
  mode: Mode,
  attributes: Readonly<Record<string, string | undefined>> = {},
  { waitUntil }: { waitUntil?: 'load' | 'domcontentloaded' } = {},
): Promise<Form> {
  const source = 'intent-url' in attributes ? {} : { 'client-secret': await shop.newSecret() };
  body = markup(mode, shop.service, { 'status-url': '/status', ...source, ...attributes });
  await page.goto(shop.url, waitUntil && { waitUntil });
  return new Form(page, mode);
}

/** Calls something of the element, from the page. */
const element = <R>(page: Page, use: (element: PayCheckout) => R | Promise<R>): Promise<R> =>
  page.locator('pay-checkout').evaluate(use as (element: never) => R | Promise<R>);

const stateIs = (form: Form, state: string) =>
  expect.poll(() => form.state(), { timeout: 15_000 }).toBe(state);

/** The payer is back, and the payment is what it should be: one, and paid. */
async function expectPaidOnce(page: Page): Promise<void> {
  await page.waitForURL('**/back?*');
  await expect(page.locator('pay-result').getByText('Payment received')).toBeVisible();
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  expect(await shop.readPayment(id)).toMatchObject({ status: 'paid', amount: 10_000 });
  expect(await shop.payments()).toBe(1);
}

// ── one payment, by the keyboard

for (const [tongue, number] of [
  ['en', challenged],
  ['ar', '٤٢٠١٣٢٠١١١١١١٠١٠'],
] as const) {
  inEach(
    `the keyboard alone goes from the link before through the form to the link after, back, and pays (${tongue})`,
    async (page, mode) => {
      lang = tongue;
      const form = await open(page, mode);
      lang = 'en';
      await form.number.waitFor();
      const root = formOf(page, mode).locator('[part~="form"]');
      await expect(root).toHaveAttribute('dir', tongue === 'ar' ? 'rtl' : 'ltr');
      const { keyboard } = page;
      const fields = [
        [form.number, number],
        [form.expiry, '1230'],
        [form.code, '123'],
        [form.name, 'Sara Ali'],
      ] as const;
      const [before, after] = [page.locator('#before'), page.locator('#after')];
      await keyboard.press('Tab');
      await expect(before).toBeFocused();
      for (const [field, text] of fields) {
        await keyboard.press('Tab');
        await expect(field).toBeFocused();
        await keyboard.type(text);
      }
      await expect(form.number).toHaveValue('4201 3201 1111 1010');
      const onTheWay = [...fields.map(([field]) => field), form.button];
      for (const stop of [form.button, after]) {
        await keyboard.press('Tab');
        await expect(stop).toBeFocused();
      }
      for (const stop of [before, ...onTheWay].reverse()) {
        await keyboard.press('Shift+Tab');
        await expect(stop).toBeFocused();
      }
      for (const stop of onTheWay) {
        await keyboard.press('Tab');
        await expect(stop).toBeFocused();
      }
      await keyboard.press('Enter');

      if (mode.challenge === 'redirect') await page.waitForURL('**/acs_emulator');
      const bank = mode.challenge === 'redirect' ? page : bankFrame(page);
      const authenticated = bank.getByRole('button', { name: /^Authenticated/ });
      await authenticated.waitFor();
      if (mode.challenge === 'dialog') await expect(page.locator('pay-checkout dialog iframe')).toBeFocused();
      await keyboard.press('Tab');
      await expect(authenticated).toBeFocused();
      await keyboard.press('Enter');
      await expectPaidOnce(page);
    },
  );
}

// With the form in the page: in tag.test.ts.
inEach(
  'a browser that says wrongly that it is offline pays all the same, and goes to the callback, which the frame may not ask',
  async (page, mode) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }));
    const form = await open(page, mode);
    await form.fill(atOnce);
    await form.button.click();
    await expectPaidOnce(page);
  },
  [inFrame],
);

// ── what the element emits

interface EmittedEvent {
  readonly type: string;
  readonly state: string;
  readonly agrees: boolean;
  readonly detail: unknown;
}

/** Records every event of the element, in every page that comes, with the state at that moment. */
async function listen(page: Page): Promise<readonly EmittedEvent[]> {
  const events: EmittedEvent[] = [];
  await page.exposeBinding('record', (_source, it: EmittedEvent) => void events.push(it));
  await page.addInitScript(() => {
    if (window.parent !== window) return;
    for (const type of ['ready', 'change', 'invalid', 'attempt', 'redirect', 'outcome', 'error']) {
      addEventListener(`pay-${type}`, (event) => {
        const element = event.target as HTMLElement & { readonly state: string };
        if (element.localName !== 'pay-checkout') return;
        const { state } = element;
        const { detail } = event as CustomEvent;
        const error = detail?.error && {
          ...detail.error,
          message: detail.error.message,
          cause: detail.error.code === 'canceled' ? String(detail.error.cause) : '',
        };
        const agrees = element.matches(`:state(${state})`);
        const plain = JSON.parse(JSON.stringify(error ? { error } : (detail ?? null))) as unknown;
        (window as unknown as { record(it: unknown): void }).record({ type, state, agrees, detail: plain });
      });
    }
  });
  return events;
}

/** Another one for each payment. */
const own =
  /^(id|paymentId|url|transaction_url|gateway_id|token|reference_number|authorization_code|created_at|updated_at)$/;

/** In a form in which two payments can be compared: keys in order, and what is each payment's own left out. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, it]) => [key, own.test(key) ? typeof it : comparable(it)]));
}

/** All that can happen to a form, ending with a payment that the bank wants to ask about. */
async function goThroughItAll(page: Page, mode: Mode): Promise<readonly EmittedEvent[]> {
  await shop.control('reset');
  const events = await listen(page);
  const last = (type: string) => expect.poll(() => events.at(-1)?.type).toBe(type);
  const form = await open(page, mode, { 'intent-url': '/intent' });
  await form.button.click();
  await last('invalid');
  await form.fill('4111');
  await element(page, (it) => it.reset());
  await expect(form.number).toHaveValue('');
  await page.evaluate(() =>
    addEventListener(
      'pay-attempt',
      (event) => (event as PayAttemptEvent).detail.waitUntil(Promise.reject(new Error('Out of stock'))),
      { once: true },
    ),
  );
  await form.fill(declined);
  await form.button.click();
  await last('error');
  await shop.control('faults', { route: 'fulfil', fault: '401', times: 1 });
  await form.button.click();
  await expect.poll(() => events.filter(({ type }) => type === 'error')).toHaveLength(2);
  await form.button.click();
  await stateIs(form, 'failed');
  await form.number.fill('');
  await form.number.pressSequentially(challenged);
  await form.code.pressSequentially('123');
  await form.button.click();
  await approve(page, mode);
  await page.waitForURL('**/back?*');
  await expect(page.locator('pay-result').getByText('Payment received')).toBeVisible();
  return events;
}

for (const challenge of ['redirect', 'dialog'] as const) {
  test(`events, their details and the states at each are the same with the form in the page and in a frame: ${challenge}`, async ({
    browser,
  }) => {
    const of = async (form: Mode['form']) => {
      const mode = modes.find((mode) => mode.form === form && mode.challenge === challenge) as Mode;
      const context = await browser.newContext();
      const events = await goThroughItAll(await context.newPage(), mode);
      await context.close();
      expect(events.filter(({ agrees }) => !agrees)).toEqual([]);
      return events;
    };
    const [page, frame] = [await of('page'), await of('frame')];
    const inOrder = (events: typeof page) => events.map(({ type, state }) => `${type}, ${state}`);
    expect(inOrder(frame)).toEqual(inOrder(page));
    expect(comparable(frame)).toEqual(comparable(page));
    const kinds = new Set(page.map(({ type }) => type));
    expect(kinds).toEqual(new Set(['ready', 'change', 'invalid', 'attempt', 'redirect', 'outcome', 'error']));
  });
}

// ── what the page can do

inEach(
  'focus() goes to the first field that is not valid, then to the button; checkValidity() says nothing to the payer, reportValidity() shows what is wrong',
  async (page, mode) => {
    const form = await open(page, mode);
    await stateIs(form, 'ready');
    await element(page, (it) => it.focus());
    await expect(form.number).toBeFocused();
    await page.locator('#before').focus();
    expect(await element(page, (it) => it.checkValidity())).toBe(false);
    await expect(page.locator('#before')).toBeFocused();
    await expect(form.number).toHaveAttribute('aria-invalid', 'false');
    expect(await element(page, (it) => it.reportValidity())).toBe(false);
    await expect(form.number).toBeFocused();
    await expect(form.number).toHaveAttribute('aria-invalid', 'true');
    await form.fill(atOnce);
    await expect.poll(() => element(page, (it) => it.checkValidity())).toBe(true);
    expect(await element(page, (it) => it.reportValidity())).toBe(true);
    // A form of the shop around the tag would stay: nothing is paid.
    expect(await element(page, (it) => it.validationMessage)).toBe('Pay here first, then continue.');
    await page.locator('#before').focus();
    await element(page, (it) => it.focus());
    await expect(form.button).toBeFocused();
  },
);

inEach(
  'submit() rejects what is not complete, reset() empties, and two calls are one payment',
  async (page, mode) => {
    const form = await open(page, mode);
    await stateIs(form, 'ready');
    const refused = element(page, (it) =>
      it.submit().then(
        () => 'sent',
        (error: Error & { code: string; field?: string }) => `${error.name} ${error.code} ${error.field}`,
      ),
    );
    expect(await refused).toBe('PayError card number');
    await form.fill(challenged);
    await element(page, (it) => it.reset());
    for (const field of [form.number, form.expiry, form.code, form.name]) await expect(field).toHaveValue('');
    await form.fill(challenged);
    await page.evaluate(() => addEventListener('pay-redirect', (event) => event.preventDefault()));
    const outcomes = await element(page, async (it) => {
      const [first, second] = [it.submit(), it.submit()];
      return { same: first === second, status: (await first).status };
    });
    expect(outcomes).toEqual({ same: true, status: 'initiated' });
    expect(await shop.payments()).toBe(1);
    expect(await shop.fulfilments()).toBe(1);
  },
);

// ── what the page changes

const accent = (form: Form) => form.button.evaluate((button) => getComputedStyle(button).backgroundColor);

inEach('language, direction, colours and words arrive while the form is there', async (page, mode) => {
  const form = await open(page, mode);
  await stateIs(form, 'ready');
  const root = formOf(page, mode).locator('[part~="form"]');
  const set = (attributes: Record<string, string>) =>
    page.evaluate((attributes) => {
      for (const [name, value] of Object.entries(attributes))
        document.documentElement.setAttribute(name, value);
    }, attributes);
  await set({ lang: 'ar' });
  await expect(form.button).toContainText('ادفع');
  await expect(root).toHaveAttribute('dir', 'rtl');
  await set({ dir: 'ltr' });
  await expect(root).toHaveAttribute('dir', 'ltr');
  await set({ lang: 'fr' });
  await expect(form.button).toContainText('Payer');
  await set({ lang: 'en', style: '--pay-accent: rgb(1, 2, 3)' });
  await expect.poll(() => accent(form)).toBe('rgb(1, 2, 3)');
  const surface = () => form.number.evaluate((input) => getComputedStyle(input).backgroundColor);
  await set({ style: 'color-scheme: light' });
  await expect.poll(surface).toBe('rgb(255, 255, 255)');
  await set({ style: 'color-scheme: dark' });
  await expect.poll(surface).toBe('rgb(29, 31, 35)');
  // Where no rule says it, the page's head may.
  await page.emulateMedia({ colorScheme: 'dark' });
  await set({ style: '' });
  await expect.poll(surface).toBe('rgb(255, 255, 255)');
  const setColorScheme = (content: string) =>
    page.evaluate((content) => {
      const meta = document.querySelector<HTMLMetaElement>('meta[name=color-scheme]');
      const tag = meta ?? document.head.appendChild(document.createElement('meta'));
      Object.assign(tag, { name: 'color-scheme', content });
    }, content);
  await setColorScheme('light dark');
  await expect.poll(surface).toBe('rgb(29, 31, 35)');
  await setColorScheme('only light');
  await expect.poll(surface).toBe('rgb(255, 255, 255)');
  await element(page, (it) => {
    it.messages = { pay: (amount) => `Donate ${amount}`, labels: { name: 'Your name, as on the card' } };
  });
  await expect(form.button).toContainText(/Donate.*100\.00/);
  await expect(formOf(page, mode).getByLabel('Your name, as on the card')).toBeVisible();
});

// ── a frame that does not come

for (const [how, waitUntil, mode] of [
  ['is not found', 'load', inFrame],
  ['does not answer', 'domcontentloaded', inFrameWithDialog],
] as const) {
  inEach(
    `a frame that ${how} is said after 10 s, with a button that brings it once it is there`,
    async (page, mode) => {
      const events = await listen(page);
      const advice: string[] = [];
      page.on('console', (message) => message.type() === 'warning' && advice.push(message.text()));
      await page.clock.install();
      const address = '**/pay-frame.html';
      let there = false;
      await page.route(address, (route) => {
        if (there) return route.continue();
        return how === 'is not found' ? route.fulfill({ status: 404, body: 'Not found' }) : undefined;
      });
      const frameRequest = page.waitForRequest(address);
      const form = await open(page, mode, {}, { waitUntil });
      await frameRequest;
      const alert = page.getByRole('alert');
      await expect(page.locator('pay-checkout .place > iframe')).toBeAttached();
      await page.clock.fastForward(5_000);
      await expect(alert).toHaveCount(0);
      await page.clock.fastForward(5_000);
      await expect(alert).toContainText('The card form didn’t load.');
      expect(advice).toEqual([expect.stringMatching(/: http:.*\/pay-frame\.html does not answer\. Is it/)]);
      expect(events.map(({ type, detail }) => [type, detail])).toEqual([
        [
          'error',
          { error: expect.objectContaining({ code: 'network', field: 'frame-src', retryable: true }) },
        ],
      ]);
      there = true;
      await element(page, (it) => it.focus());
      const again = alert.getByRole('button', { name: 'Try again' });
      await expect(again).toBeFocused();
      await again.click();
      await form.fill(atOnce);
      await expect(alert).toHaveCount(0);
      await form.button.click();
      await expectPaidOnce(page);
    },
    [mode],
  );
}

inEach(
  'while a frame is on its way, what the page sets counts, and what it asks of a form that is not there yet does not',
  async (page, mode) => {
    const letCome = await hold(page, '**/pay-frame.html');
    const form = await open(page, mode, {}, { waitUntil: 'domcontentloaded' });
    await expect(page.locator('pay-checkout .place > iframe')).toBeAttached();
    await element(page, (it) => {
      it.reportValidity();
      it.style.setProperty('--pay-accent', 'rgb(1, 2, 3)');
      it.setAttribute('lang', 'ar');
    });
    letCome();
    await expect(form.button).toHaveText(/ادفع/);
    await expect(form.button).toHaveCSS('background-color', 'rgb(1, 2, 3)');
    await expect(form.number).toHaveAttribute('aria-invalid', 'false');
    await element(page, (it) => it.reportValidity());
    await expect(form.number).toHaveAttribute('aria-invalid', 'true');
  },
  [inFrame],
);

inEach(
  'an intent that has expired is said before a card is typed',
  async (page, mode) => {
    const events = await listen(page);
    const form = await open(page, mode, { 'expires-at': '2020-01-01T00:00:00.000Z' });
    await stateIs(form, 'expired');
    await expect(form.notice).not.toBeEmpty();
    await expect(form.button).toBeHidden();
    expect(events.map(({ type, state }) => [type, state])).toEqual([['error', 'expired']]);
    const secret = await shop.newSecret();
    await element(page, (it) => it.removeAttribute('expires-at'));
    await page.evaluate(
      (secret) => document.querySelector('pay-checkout')?.setAttribute('client-secret', secret),
      secret,
    );
    await form.fill(atOnce);
    await form.button.click();
    await expectPaidOnce(page);
  },
  [inFrame],
);
