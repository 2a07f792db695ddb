import { expect } from '@playwright/test';
import { networks } from '../../src/wire/networks.js';
import { pairwise } from '../pairs.js';
import { openCheckout, startDemo } from './demo.js';
import { Form } from './form.js';
import { approve, inFrame } from './modes.js';
import { Playground } from './playground-page.js';
import type { Running } from './servers.js';
import { addAxe, violations } from './violations.js';
import { test } from './worker.js';

let shop: Running;
test.beforeAll(({ demo }) => void (shop = demo));

test('a payment is seen from the page, from the service and from the shop, without its card', async ({
  page,
}) => {
  const intents: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/playground/intent')) intents.push(await response.text());
  });
  const playground = await Playground.open(page, shop);
  await playground.pick('Approved at once');
  await expect(playground.form.number).toHaveValue('4111 1140 0576 5430');
  await playground.form.button.click();
  await expect(playground.state).toHaveText('paid');
  expect(await playground.events()).toEqual(['pay-ready', 'pay-attempt', 'pay-outcome']);

  const [attempt] = await playground.details('pay-attempt');
  const { paymentId } = attempt as { paymentId: string };
  await expect(playground.requests.first()).toContainText(/POST.*fulfill.*201/);
  await expect(playground.requests.first()).toContainText(`"given_id": "${paymentId}"`);
  await expect(playground.messages).toHaveCount(1);
  const message = JSON.parse((await playground.messages.locator('pre').textContent()) ?? '') as unknown;
  expect(message).toMatchObject({
    type: 'payment_paid',
    secret_token: '…',
    data: { id: paymentId, status: 'paid' },
  });

  const { client_secret: secret } = JSON.parse(intents[0] ?? '{}') as { client_secret: string };
  expect(secret).toMatch(/^pi_secret_/);
  const everything = await playground.everything();
  for (const hidden of [/4111 ?1140 ?0576 ?5430/, /"cvc": "\d/, /sk_test_sandbox/, /pi_secret_/])
    expect(everything).not.toMatch(hidden);
  expect(everything).not.toContain(secret);
  // Nothing that the page's policy forbids was tried, either.
  expect(playground.complaints).toEqual([]);
});

test('the form moves into a frame, where it is typed into and pays, and back into the page', async ({
  page,
}) => {
  const playground = await Playground.open(page, shop);
  await playground.group('Payment');
  const framed = page.getByLabel('Form in a frame');
  // Each choice loads the page again, with the script that it needs.
  await framed.click();
  const form = new Form(page, inFrame);
  await expect(form.button).toBeEnabled();
  await playground.pick('Approved at once');
  await expect(page.locator('#announcement')).toContainText('type the card there');
  await expect(playground.code).toContainText('frame-src="http://localhost:');
  await form.fill('4111114005765430');
  await form.button.click();
  await expect(playground.state).toHaveText('paid');
  await page.getByRole('button', { name: 'New payment' }).click();
  await expect(form.button).toBeEnabled();
  await playground.group('Payment');
  await framed.click();
  await playground.pick('Approved at once');
  await expect(playground.form.number).toHaveValue('4111 1140 0576 5430');
  expect(playground.complaints).toEqual([]);
});

test('a wallet is answered at a sheet that the page calls a fake, also with the form in a frame', async ({
  page,
}) => {
  const playground = await Playground.open(page, shop);
  await playground.group('Payment');
  await page.getByLabel('amount').fill('20000');
  for (const name of ['Apple Pay', 'Samsung Pay']) {
    if (name === 'Samsung Pay') {
      await page.getByLabel('Form in a frame').click();
      await expect(new Form(page, inFrame).button).toBeEnabled();
      await playground.group('Payment');
    }
    await page.getByRole('checkbox', { name }).check();
    const wallet = page.locator('pay-checkout').getByRole('button', { name });
    const sheet = page.getByRole('dialog', { name: `A fake sheet of ${name}` });
    await wallet.click();
    await expect(sheet).toContainText('Finjan: 200.00 SAR');
    await addAxe(page);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(wallet).toBeFocused();
    await page.keyboard.press('Enter');
    await sheet.getByRole('button', { name: 'Approve' }).click();
    await expect(playground.state).toHaveText('paid');
    await expect(page.locator('#announcement')).toHaveText('The sheet said that the payment succeeded.');
    await page.getByRole('button', { name: 'New payment' }).click();
    // The page is loaded again.
    await expect(playground.state).toHaveText('ready');
    await playground.group('Payment');
  }
  const each = ['pay-cancel', 'pay-attempt', 'pay-outcome'];
  expect((await playground.events()).filter((name) => name !== 'pay-ready')).toEqual([...each, ...each]);
  await expect(playground.code).toContainText('methods="applepay samsungpay creditcard"');
  // Samsung's object does not say whether it was the payer.
  expect(playground.complaints).toEqual([expect.stringContaining('Samsung Pay has closed its sheet')]);
});

test('payments of the shop’s customers are not told, and no intent is made of nonsense', async ({ page }) => {
  const form = await openCheckout(page, shop);
  const [asked, paid] = [page.waitForRequest('**/intent'), page.waitForRequest('**/fulfill')];
  await form.fill('4111114005765430');
  await form.button.click();
  await page.waitForURL('**/callback.html?*');
  const { given_id: paymentId } = (await paid).postDataJSON() as { given_id: string };
  const status = await page.request.get((await asked).url().replace(/intent$/, `status?id=${paymentId}`));
  expect(status.status()).toBe(200);
  for (const id of [paymentId, crypto.randomUUID(), '../payment_intents', '']) {
    const answer = await page.request.get(`${shop.url}api/playground/status?id=${id}`);
    expect(answer.status()).toBe(404);
    const messages = await page.request.get(`${shop.url}api/playground/webhooks?payment=${id}`);
    expect(await messages.json()).toEqual([]);
  }
  for (const query of [
    'amount=99&currency=SAR',
    'amount=1.5e2x&currency=SAR',
    'amount=1000&currency=XXX',
    '',
  ]) {
    const answer = await page.request.post(`${shop.url}api/playground/intent?${query}`);
    expect(answer.status()).toBe(400);
  }
});

test('a lost answer is unknown at first, and paid once the shop has been asked', async ({ page }) => {
  // Its own: where the browser does not send once more by itself, a fault is left.
  const own = await startDemo();
  try {
    const playground = await Playground.open(page, own);
    await playground.group('Break something');
    // As often as a browser may send again by itself.
    await page.locator('[name="times"]').fill('9');
    await page.getByRole('button', { name: 'Order the fault' }).click();
    await expect(page.locator('#announcement')).toHaveText(/^Ordered: drop-after/);
    await playground.pick('Approved at once');
    await playground.form.button.click();
    await expect(playground.state).toHaveText('paid');
    const outcomes = (await playground.details('pay-outcome')) as { outcome: { status: string } }[];
    expect(outcomes.map(({ outcome }) => outcome.status)).toEqual(['paid', 'unknown']);
    await expect(playground.messages).toHaveCount(1);
  } finally {
    await own.kill();
  }
});

test('a payer who was at the bank finds the outcome, the settings and the timeline', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const playground = await Playground.open(page, shop);
  await playground.group('Payment');
  await page.getByLabel('amount').fill('2500');
  await playground.pick('Approved 00');
  await expect(playground.form.button).toContainText('25.00');
  await playground.form.button.click();
  await approve(page);
  await page.waitForURL('**/playground.html?*');
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeInViewport();
  await expect(playground.code).toContainText('amount="2500"');
  expect((await playground.events()).slice(0, 3)).toEqual(['pay-ready', 'pay-attempt', 'pay-redirect']);
  await expect(playground.messages).toHaveCount(1);

  // The address is display text: what it says of the status is not believed.
  await page.goto(page.url().replace('status=paid', 'status=failed'));
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible();
  await page.getByRole('link', { name: 'New payment' }).click();
  await expect(playground.form.number).toBeEditable();
});

test('a theme is worn by the form, and its CSS says what is worn', async ({ page }) => {
  const playground = await Playground.open(page, shop);
  await playground.group('Theme');
  const color = () => playground.form.button.evaluate((it) => getComputedStyle(it).backgroundColor);
  const plain = await color();
  await page.getByLabel('Begin with').selectOption('sand');
  await expect.poll(color).toBe('rgb(122, 75, 31)');
  await page.getByLabel('Button and focus ring --pay-accent').fill('rebeccapurple');
  await expect.poll(color).toBe('rgb(102, 51, 153)');
  await expect(page.getByLabel('Button and focus ring: colour')).toHaveValue('#663399');
  await page.getByLabel('Corners: slider').fill('3');
  await expect
    .poll(() => playground.form.number.evaluate((it) => getComputedStyle(it).borderRadius))
    .toBe('3px');

  await playground.choose('CSS');
  await expect(playground.code).toContainText('--pay-accent: rebeccapurple;');
  await expect(playground.code).toContainText('--pay-radius: 3px;');
  await page.getByLabel('Text --pay-text').fill('red; } body { display: none');
  await expect(page.getByLabel('Text --pay-text')).toHaveAttribute('aria-invalid', 'true');
  await expect(playground.code).not.toContainText('display');

  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(color).toBe(plain);
  await expect(playground.code).not.toContainText('--pay-');
});

test('the code has the attributes of the form that is on the screen, and is copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const playground = await Playground.open(page, shop);
  await playground.group('Payment');
  await playground.group('Language and page');
  await page.getByLabel('currency').selectOption('KWD');
  await page.getByRole('checkbox', { name: 'American Express' }).uncheck();
  await page.getByRole('checkbox', { name: /^Reserve only/ }).check();
  await page.getByRole('checkbox', { name: /^Ask what became/ }).uncheck();
  await page.getByLabel('lang').selectOption('fr');
  await playground.choose('rtl');
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.locator('#announcement')).toHaveText('Copied.');

  const worn = await page
    .locator('pay-checkout')
    .evaluate((it) => [...it.attributes].map(({ name, value }) => `${name}=${value}`));
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const elsewhere = await context.newPage();
  const written = await elsewhere.evaluate((text) => {
    const tag = new DOMParser().parseFromString(text, 'text/html').querySelector('pay-checkout');
    return [...(tag?.attributes ?? [])].map(({ name, value }) => `${name}=${value}`);
  }, copied);
  expect(written.sort()).toEqual(worn.filter((it) => it !== 'id=pay').sort());
  expect(written).toEqual(
    expect.arrayContaining([
      'currency=KWD',
      'dir=rtl',
      'lang=fr',
      'manual=',
      `networks=${networks.filter((name) => name !== 'amex').join(' ')}`,
    ]),
  );
  await playground.choose('React');
  await expect(playground.code).toContainText('amount={10000}');
  await expect(playground.code).toContainText('publishableKey="pk_test_sandbox"');
  await playground.choose('Vue');
  await expect(playground.code).toContainText('@pay-outcome="ended"');
});

test('language, direction, color scheme and width are the form’s own', async ({ page }) => {
  const playground = await Playground.open(page, shop);
  const root = page.locator('pay-checkout [part~="form"]');
  await playground.group('Language and page');
  for (const [lang, dir] of [
    ['ar', 'rtl'],
    ['zh-Hans', 'ltr'],
    ['fa', 'rtl'],
  ] as const) {
    await page.getByLabel('lang').selectOption(lang);
    await expect(root).toHaveAttribute('dir', dir);
    await expect(root).toHaveAttribute('lang', lang);
  }
  await playground.choose('ltr');
  await expect(root).toHaveAttribute('dir', 'ltr');
  await expect(page.locator('html')).not.toHaveAttribute('dir');

  const look = () => playground.form.number.evaluate((it) => getComputedStyle(it).backgroundColor);
  const light = await look();
  await playground.choose('Dark');
  await expect.poll(look).not.toBe(light);
  await playground.choose('Phone');
  await expect.poll(async () => (await page.locator('pay-checkout').boundingBox())?.width).toBeLessThan(360);
});

test('everything is reached by keyboard, in the order of the page, and nothing holds the focus', async ({
  page,
}) => {
  const playground = await Playground.open(page, shop);
  for (const group of ['Break something', 'Payment', 'Language and page', 'Theme'])
    await playground.group(group);
  // Of a group of radio buttons one takes the focus, and arrow keys go to the others.
  const expected = await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, summary, pre[tabindex], #pay',
    );
    return [...all]
      .filter(
        (it) =>
          it.checkVisibility() && !(it instanceof HTMLInputElement && it.type === 'radio' && !it.checked),
      )
      .map((it, index) => (it.dataset['place'] = String(index)));
  });
  await page.locator('.logo').focus();
  const reached = ['0'];
  for (let place = ''; place !== expected.at(-1);) {
    await page.keyboard.press('Tab');
    place = await page.evaluate(() => (document.activeElement as HTMLElement).dataset['place'] ?? 'lost');
    if (reached.at(-1) !== place) reached.push(place);
    expect(reached.length).toBeLessThanOrEqual(expected.length);
  }
  expect(reached).toEqual(expected);
});

test('axe finds nothing and nothing scrolls sideways, in each theme, light and dark, on the narrowest phone and a desktop', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const playground = await Playground.open(page, shop);
  for (const group of ['Break something', 'Payment', 'Language and page', 'Theme'])
    await playground.group(group);
  await playground.pick('Approved at once');
  await playground.form.button.click();
  await expect(playground.state).toHaveText('paid');
  await expect(playground.messages).toHaveCount(1);
  await page.locator('#timeline summary').first().click();
  await addAxe(page);
  expect(await violations(page)).toEqual([]);
  const rows = pairwise({
    theme: ['', 'sand', 'night', 'ink'],
    colorScheme: ['light', 'dark'],
    width: [320, 1280],
  });
  for (const { theme, colorScheme, width } of rows) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await page.getByLabel('Begin with').selectOption(theme);
    const moving = () => page.evaluate(() => document.getAnimations().length);
    await expect.poll(moving).toBe(0);
    expect(await violations(page, 'colours'), `${theme}, ${colorScheme}, ${width}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('the shop, in which nothing scrolls sideways on the narrowest phone, and its checkout lead to the playground', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${shop.url}demo/merchant/shop.html`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole('link', { name: 'Playground' }).click();
  await expect(page.getByRole('heading', { name: 'Playground' })).toBeVisible();
  await openCheckout(page, shop);
  await page.getByRole('link', { name: 'the playground' }).click();
  await expect(page.getByRole('heading', { name: 'Playground' })).toBeVisible();
});
