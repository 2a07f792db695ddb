import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { Form } from './form.js';
import { skeletons, type Skeleton } from './skeletons.js';
import { test } from './worker.js';

const script = readFileSync(new URL('../../dist/pay-checkout.js', import.meta.url), 'utf8');
const home = 'https://shop.example/';
const html = `<!doctype html><html lang="en"><head><title>Shop</title><meta name="viewport" content="width=device-width">
    <style></style><script src="/pay-checkout.js"></script></head><body></body></html>`;
const element = `<pay-checkout base-url="https://service.example" publishable-key="pk_live_1" client-secret="pi_secret_1"
  amount="10000"></pay-checkout>`;

/** One document for all of them: each has its own style sheet, body and element. A new document would show nothing more. */
let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  await page.route(`${home}**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ body: script, contentType: 'text/javascript' })
      : route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }),
  );
  await page.goto(home);
});
test.afterAll(() => page.close());

async function open({ css = '', body, before }: Skeleton): Promise<Form> {
  await page.evaluate(
    ([css, body]) => {
      document.querySelector('style')!.textContent = css;
      document.body.innerHTML = body;
      scrollTo(0, 0);
    },
    [css, body.replace('{}', element)] as const,
  );
  await page.emulateMedia({ media: null });
  await expect.poll(() => new Form(page).state()).toBe('ready');
  await before?.(page);
  return new Form(page);
}

/** What is wrong with a form for a payer who wants to use it. */
const faults = () =>
  page.locator('pay-checkout').evaluate((element) => {
    const root = element.shadowRoot as ShadowRoot;
    const found: string[] = [];
    for (const control of root.querySelectorAll<HTMLElement>('input, form button')) {
      const name = control.id || control.localName;
      control.scrollIntoView({ block: 'center' });
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
      const zoom = Number(getComputedStyle(document.body).zoom);
      if (width < 90 * zoom) found.push(`${name} is ${width} px wide`);
      if (height < 40 * Math.min(zoom, 0.85) || height > 90 * zoom)
        found.push(`${name} is ${height} px high`);
      if (left < -1 || right > innerWidth + 1) found.push(`${name} is from ${left} to ${right}`);
      const seen = root.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!control.contains(seen)) found.push(`${name} is covered`);
    }
    for (const text of root.querySelectorAll<HTMLElement>('label, form button')) {
      const { fontSize, lineHeight, letterSpacing, textTransform, color, opacity } = getComputedStyle(text);
      const size = parseFloat(fontSize);
      if (size < 13 || size > 20) found.push(`text of ${fontSize}`);
      if (parseFloat(lineHeight) < size || parseFloat(lineHeight) > 2.1 * size)
        found.push(`lines of ${lineHeight}`);
      if (letterSpacing !== 'normal' || textTransform !== 'none')
        found.push(`${letterSpacing} ${textTransform}`);
      if (/, 0\)$|transparent/.test(color) || opacity !== '1') found.push(`text of ${color}`);
    }
    return found;
  });

for (const skeleton of skeletons) {
  test(`the form can be used in a page with ${skeleton.name}, at 360 and 1280 px`, async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    const form = await open(skeleton);
    expect(await faults(), '360 px').toEqual([]);
    await form.number.click();
    await page.keyboard.type('41111');
    await expect(form.number).toHaveValue('4111 1');
    await form.button.click();
    await expect(form.expiry).toHaveAttribute('aria-invalid', 'true');

    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await faults(), '1280 px').toEqual([]);
    await form.name.click();
    await page.keyboard.type('Sa');
    await expect(form.name).toHaveValue('Sa');
  });
}
