import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { limitations } from '../limitations.js';
import { Form } from './form.js';
import { hold } from './hold.js';
import { frameAddress, inFrame } from './modes.js';
import { listenToConsole } from './reports.js';
import { openStorefront, type Storefront } from './servers.js';
import { test } from './worker.js';

/** Page and frame find each other, whichever of them is there first, and however often a document is replaced. */
let shop: Storefront;
let body = '';

test.beforeAll(async ({ sandbox }) => {
  shop = await openStorefront(sandbox, ({ pathname }) =>
    pathname === '/' ? `<!doctype html><html lang="en"><title>Shop</title>${body}</html>` : undefined,
  );
});
test.afterAll(() => shop.close());
test.beforeEach(() => shop.control('reset'));
test.skip(({ browserName }) => browserName === 'firefox', limitations.firefox.frames);

interface Shown {
  /** Whether the page's HTML has the frame. */
  readonly declared: boolean;
  readonly file?: string;
  readonly attributes?: string;
  readonly styles?: string;
}

/** The shop's page, as far as it comes while scripts are held. */
async function open(page: Page, { declared, file, attributes = '', styles = '' }: Shown): Promise<Card> {
  const secret = await shop.newSecret();
  const src = frameAddress(shop.service).replace('pay-frame.html', file ?? 'pay-frame.html');
  const iframe = declared ? `<iframe slot="frame" src="${src}" title="Card payment"></iframe>` : '';
  body = `<style>${styles}</style><script type="module" src="/pay-framed.js"></script>
    <pay-checkout frame-src="${src}" base-url="${shop.service}" publishable-key="pk_test_sandbox" amount="10000"
      currency="SAR" client-secret="${secret}" ${attributes}>${iframe}</pay-checkout><p id="below">Below</p>`;
  // In each document of the frame: how often it is greeted.
  await page.addInitScript(() => {
    const greetings: unknown[] = [];
    Object.assign(window, { greetings });
    addEventListener('message', ({ data, ports }) => {
      if (ports.length > 0) greetings.push(data);
    });
  });
  await page.goto(shop.url, { waitUntil: 'commit' });
  return new Card(page);
}

/** The form in the frame, from the first HTML on. */
class Card extends Form {
  constructor(page: Page) {
    super(page, inFrame);
  }
  async greetings(): Promise<number | undefined> {
    const [frame] = this.page.frames().filter((one) => one.url().includes('/pay-frame'));
    return frame?.evaluate(() => (window as never as { greetings: unknown[] }).greetings.length);
  }
  /** The payer types before page and frame have found each other. */
  async begin(): Promise<void> {
    await this.number.click();
    await this.number.pressSequentially('4111114');
  }
  /** They have found each other, and the payer was not disturbed by it. */
  async goOn(): Promise<void> {
    await ready(this);
    await expect(this.number).toBeFocused();
    await this.page.keyboard.type('005765430');
    await expect(this.number).toHaveValue('4111 1140 0576 5430');
    expect(await this.greetings()).toBe(1);
    await this.expiry.fill('1230');
    await this.code.fill('123');
    await this.name.fill('Sara Ali');
    await this.pay();
  }
  async pay(): Promise<void> {
    await this.button.click();
    await this.page.waitForURL('**/back?*');
    expect(await shop.payments()).toBe(1);
  }
}

/** What a page is told to put into its style sheet. */
function documentedStyles(): string {
  const text = readFileSync(new URL('../../demo/docs/guides/frame.md', import.meta.url), 'utf8');
  return /```css\n([^]*?)```/.exec(text)?.[1] ?? '';
}

const ready = (card: Card) => expect(card.button).toBeEnabled();

test('the page is late: the frame in its HTML takes what is typed, is greeted when the page is there, and is never out of sight, or it would lose a key', async ({
  page,
}) => {
  const letPage = await hold(page, '**/pay-framed.js');
  const card = await open(page, { declared: true });
  await card.begin();
  await expect(card.button).toBeDisabled();
  // The script of the frame has run and was heard by nobody.
  const frame = page.frames().find((one) => one.url().includes('/pay-frame'));
  await frame?.waitForLoadState('load');
  expect(await card.greetings()).toBe(0);
  // Right after the element has become one, and whenever the browser is about to paint.
  const seen = page.evaluate(async () => {
    const seen: (boolean | undefined)[] = [];
    const look = () => seen.push(document.querySelector('iframe')?.checkVisibility());
    await customElements.whenDefined('pay-checkout');
    for (look(); seen.length < 20; look()) await new Promise(requestAnimationFrame);
    return seen;
  });
  letPage();
  expect(new Set(await seen)).toEqual(new Set([true]));
  await card.goOn();
});

for (const declared of [true, false]) {
  const where = declared ? 'in the HTML' : 'made by the script';
  test(`the frame is late, ${where}: it takes what is typed, and says when it is there`, async ({ page }) => {
    const letFrame = await hold(page, '**/pay-frame.js');
    const card = await open(page, { declared });
    await card.begin();
    await page.waitForFunction(() => customElements.get('pay-checkout'));
    await expect(card.button).toBeDisabled();
    letFrame();
    await card.goOn();
  });
}

test('each document that replaces another one in the frame is greeted, once', async ({ page }) => {
  const card = await open(page, { declared: true });
  await ready(card);
  for (let round = 0; round < 2; round++) {
    await card.number.fill('4111');
    await page.locator('pay-checkout iframe').evaluate((frame: HTMLIFrameElement) => (frame.src += ''));
    await expect(card.number).toHaveValue('');
    await ready(card);
    expect(await card.greetings()).toBe(1);
  }
  await page.locator('pay-checkout').evaluate((it) => document.body.prepend(it));
  await ready(card);
  expect(await card.greetings()).toBe(1);
  await card.fill('4111114005765430');
  await card.pay();
});

/** Milliseconds. What is there first is pinned by the tests above; here all three come while the payer types. */
const delays = [
  { page: 0, script: 350, html: 0 },
  { page: 250, script: 100, html: 50 },
  { page: 400, script: 0, html: 300 },
];

test('in visits whose scripts come while the payer types no digit is lost, and each document is greeted once', async ({
  page,
}) => {
  let delay = delays[0]!;
  for (const [url, name] of [
    ['**/pay-framed.js', 'page'],
    ['**/pay-frame.js', 'script'],
    ['**/pay-frame.html', 'html'],
  ] as const)
    await page.route(url, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, delay[name]));
      await route.continue();
    });
  for (const [visit, each] of delays.entries()) {
    delay = each;
    const card = await open(page, { declared: visit % 2 === 0 });
    const number = card.number;
    await number.click();
    await page.keyboard.type('4111114005765430', { delay: 30 });
    await ready(card);
    await expect(number).toBeFocused();
    await number.press('Tab');
    await expect(number).toHaveValue('4111 1140 0576 5430');
    expect(await card.greetings()).toBe(1);
  }
});

for (const [file, ...widths] of [
  ['pay-frame.html', 390, 768],
  ['pay-frame.ar.html', 390],
] as const) {
  test(`${file} is as high as it will be from the first, ${widths.join(' and ')} px wide: nothing moves`, async ({
    page,
  }) => {
    const letFrame = await hold(page, '**/pay-frame.js');
    const lang = file.includes('.ar.') ? 'lang="ar"' : '';
    const card = await open(page, { declared: false, file, attributes: lang });
    await expect(card.number).toBeVisible();
    const measure = async (width: number) => {
      await page.setViewportSize({ width, height: 900 });
      const inputs = [card.number, card.expiry, card.code, card.name];
      return {
        places: await Promise.all(inputs.map((input) => input.boundingBox())),
        below: (await page.locator('#below').boundingBox())?.y ?? NaN,
      };
    };
    const before: Awaited<ReturnType<typeof measure>>[] = [];
    for (const width of widths) before.push(await measure(width));
    letFrame();
    await ready(card);
    for (const [at, width] of widths.entries()) {
      const now = await measure(width);
      expect(now.places, `${width} px`).toEqual(before[at]?.places);
      expect(Math.abs(now.below - (before[at]?.below ?? NaN)), `${width} px`).toBeLessThanOrEqual(1);
    }
  });
}

test('each language has a page of its own, with the form in it and no violation of its policy', async ({
  page,
}) => {
  const logged = listenToConsole(page);
  const card = await open(page, { declared: true, file: 'pay-frame.ar.html', attributes: 'lang="ar"' });
  await expect(card.inside.locator('label[for="number"]')).toHaveText('رقم البطاقة');
  await ready(card);
  await expect(card.inside.locator('[part~="form"]')).toHaveAttribute('dir', 'rtl');
  expect(logged).toEqual([]);
});

test('a frame that refuses the page offers no field any more, and submit() says why', async ({ page }) => {
  await page.route('**/pay-frame.html', async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace(
      /(name="pay-checkout-parents" content=")[^"]*/,
      '$1https://else.example',
    );
    await route.fulfill({ response, body: text });
  });
  const card = await open(page, { declared: true });
  await expect(page.getByRole('alert')).toContainText('does not serve');
  await expect(card.number).toHaveCount(0);
  const error = await page.evaluate(() =>
    (document.querySelector('pay-checkout') as unknown as { submit(): Promise<unknown> })
      .submit()
      .catch(({ code, field }: { code: string; field: string }) => ({ code, field })),
  );
  expect(error).toEqual({ code: 'configuration', field: 'frame-src' });
});

test('the notice about a silent frame speaks the language that the page has by then', async ({ page }) => {
  await page.clock.install();
  await page.route('**/pay-frame.js', (route) => route.abort());
  await open(page, { declared: true, attributes: 'lang="ar"' });
  const notice = page.getByRole('alert');
  await expect(page.locator('pay-checkout iframe')).toHaveAttribute('title', /./);
  await page.clock.runFor(11_000);
  await expect(notice).toContainText('تعذّر تحميل نموذج البطاقة');
  await expect(notice).toHaveCSS('direction', 'rtl');
  await expect(notice).toHaveAttribute('lang', 'ar');
  await page.locator('pay-checkout').evaluate((it) => it.setAttribute('lang', 'en'));
  await expect(notice).toContainText('The card form didn’t load');
  await expect(notice).toHaveCSS('direction', 'ltr');
  await expect(notice.getByRole('button')).toHaveText('Try again');
});

test('a page without frame-src is told so, and gets its form when it sets the address', async ({ page }) => {
  await page.clock.install();
  const card = await open(page, { declared: false });
  const element = page.locator('pay-checkout');
  const src = await element.getAttribute('frame-src');
  await element.evaluate((it) => {
    const other = it.cloneNode() as HTMLElement;
    other.removeAttribute('frame-src');
    it.replaceWith(other);
  });
  await page.clock.runFor(3_000);
  await expect(page.getByRole('alert')).toContainText('`frame-src` is missing');
  // Taken out of the page and put back, it has the same mistake.
  await element.evaluate(async (it) => {
    const { parentElement: place } = it;
    it.remove();
    await Promise.resolve();
    place!.append(it);
  });
  await page.clock.runFor(3_000);
  await expect(page.locator('pay-checkout:state(misconfigured)')).toHaveCount(1);
  await element.evaluate((it, address) => it.setAttribute('frame-src', address!), src);
  await ready(card);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await card.fill('4111114005765430');
  await card.pay();
});

for (const [where, width, height] of [
  ['a phone', 390, '368px'],
  ['a desktop', 1000, '266px'],
] as const) {
  test(`with the documented styles nothing moves when the script comes, on ${where}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    const letPage = await hold(page, '**/pay-framed.js');
    // In test mode the form has a line more.
    expect(documentedStyles()).toMatch(new RegExp(height.replace('px', ' ?px')));
    const styles = documentedStyles().replace('368px', `calc(${height} + 28px)`);
    const card = await open(page, { declared: true, styles });
    await card.number.waitFor();
    const box = () => page.locator('pay-checkout iframe').boundingBox();
    const below = () => page.locator('#below').boundingBox();
    const [before, belowBefore] = [await box(), await below()];
    letPage();
    await ready(card);
    const [after, belowAfter] = [await box(), await below()];
    expect(after?.width).toBe(before?.width);
    expect(after?.x).toBe(before?.x);
    for (const [now, then] of [
      [after?.height, before?.height],
      [belowAfter?.y, belowBefore?.y],
    ])
      expect(Math.abs((now ?? 0) - (then ?? 99))).toBeLessThanOrEqual(1);
  });
}
