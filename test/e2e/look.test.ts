import { expect, type Locator, type Page } from '@playwright/test';
import { limitations } from '../limitations.js';
import { Form } from './form.js';
import { formIn, openGallery } from './gallery.js';
import { Stage } from './states.js';
import { addAxe, violations } from './violations.js';
import { test } from './worker.js';

let stage: Stage;
/** One document for the tests of a form that is ready: each begins with an element that is new. */
let shared: Page;
let main = '';
test.beforeAll(async ({ sandbox, browser }) => {
  stage = await Stage.open(sandbox);
  shared = await browser.newPage();
  await stage.enter(shared, 'ready');
  main = await shared.locator('main').innerHTML();
});
test.afterAll(async () => {
  await shared.close();
  stage.close();
});

const languages = ['en', 'ar'] as const;
const widths = [320, 390, 768, 1280] as const;

/** A new element in the document that the tests share. */
async function renew(width: number, lang: string, css = ''): Promise<Form> {
  await shared.setViewportSize({ width, height: 900 });
  await shared.evaluate(
    ([main, lang, css]) => {
      document.documentElement.lang = lang;
      document.adoptedStyleSheets = [new CSSStyleSheet()];
      document.adoptedStyleSheets[0]?.replaceSync(css);
      document.querySelector('main')!.innerHTML = main;
    },
    [main, lang, css] as const,
  );
  const form = new Form(shared);
  await expect.poll(() => form.state()).toBe('ready');
  await expect(shared.locator('pay-checkout [part~="form"]')).toHaveAttribute('lang', lang);
  return form;
}

/** Where everything stands that a payer looks at or is about to press. */
const places = (page: Page): Promise<Record<string, number[]>> =>
  page.locator('pay-checkout').evaluate((element) => {
    const found = element.shadowRoot?.querySelectorAll('label, input, button') ?? [];
    const entries = [...found, element].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [
        part.getAttribute('for') ?? (part.id || part.localName),
        [x, y, width, height] as number[],
      ] as const;
    });
    return Object.fromEntries(entries.map(([name, box], index) => [`${name} ${index}`, box]));
  });

for (const lang of languages) {
  for (const width of widths) {
    test(`nothing moves at ${width} px in ${lang}: a brand, a longer code and a line of message have their room`, async () => {
      const form = await renew(width, lang);
      const before = await places(shared);
      await form.number.fill('340000000900000');
      await expect(shared.locator('pay-checkout .inside [part~="brand"]')).toBeVisible();
      expect(await places(shared)).toEqual(before);
      // Beside each other on the smallest phone, two fields have messages of two lines.
      if (width === 320) return;
      await form.number.fill('4111 1111 1111 1112');
      await form.expiry.fill('01/20');
      await form.code.fill('1');
      await form.button.click();
      await expect(shared.locator('pay-checkout input[aria-invalid="true"]')).toHaveCount(4);
      expect(await places(shared)).toEqual(before);
    });
  }

  test(`at 390 px in ${lang} the form is at most 360 px high, from its first label to the end of its button`, async () => {
    await renew(390, lang);
    const height = await shared.locator('pay-checkout form').evaluate((form) => {
      const edge = (selector: string) => form.querySelector(selector)?.getBoundingClientRect();
      return (edge('button')?.bottom ?? NaN) - (edge('label')?.top ?? NaN);
    });
    expect(height).toBeLessThanOrEqual(360);
  });

  for (const width of [320, 390]) {
    test(`at ${width} px in ${lang} a mark in the number field covers no digit, also with text at 200 %`, async () => {
      for (const css of ['html { font-size: 100%; }', 'html { font-size: 200%; }']) {
        const form = await renew(width, lang, css);
        for (const number of ['4201320111111010', '6212345678901234564']) {
          await form.number.fill(number);
          expect(await covered(form.number), `${css} ${number}`).toBe(false);
        }
      }
    });
  }

  test(`at 390 px and text at 200 % in ${lang} all sixteen digits of a number are seen`, async () => {
    const form = await renew(390, lang, 'html { font-size: 200%; }');
    await form.number.fill('4111111111111111');
    expect(await form.number.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0);
  });

  test(`in ${lang} a message is nearer to its own field than to the next label`, async () => {
    const form = await renew(390, lang);
    await form.button.click();
    await expect(form.name).toHaveAttribute('aria-invalid', 'true');
    const gaps = await shared.locator('pay-checkout').evaluate((element) => {
      const edges = (selector: string) =>
        element.shadowRoot?.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      const message = edges('#number-error');
      return [message.top - edges('#number').bottom, edges('label[for="expiry"]').top - message.bottom];
    });
    expect(gaps[0]).toBeGreaterThanOrEqual(2);
    expect(gaps[1]).toBeGreaterThanOrEqual(2 * (gaps[0] ?? NaN));
  });
}

/** Whether the mark in a field lies over some of the field's text. */
const covered = (field: Locator) =>
  field.evaluate((input: HTMLInputElement) => {
    const mark = input.parentElement?.querySelector('.inside')?.getBoundingClientRect();
    if (!mark || mark.width === 0) return false;
    const { font, paddingLeft, paddingRight, direction, textAlign } = getComputedStyle(input);
    const pen = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
    pen.font = font;
    const length = pen.measureText(input.value).width;
    const { left, right } = input.getBoundingClientRect();
    const isAtRight = direction === 'rtl' || textAlign === 'right';
    return isAtRight
      ? right - parseFloat(paddingRight) - length < mark.right
      : left + parseFloat(paddingLeft) + length > mark.left;
  });

test('the empty security code says how many digits it has, at any width', async () => {
  for (const width of widths) {
    const form = await renew(width, 'en');
    await expect(form.code).toHaveAttribute('placeholder', /3 digits/);
    const room = await form.code.evaluate((input) => input.scrollWidth - input.clientWidth);
    expect(room, `${width} px`).toBe(0);
    await form.number.fill('3400');
    await expect(form.code).toHaveAttribute('placeholder', /4 digits/);
  }
});

test('a summary and a footer of the page stand apart from the form, also under a reset of all margins', async () => {
  await renew(1280, 'en', '* { margin: 0; padding: 0; }');
  const gaps = await shared.locator('pay-checkout').evaluate((element) => {
    const make = (slot: string) =>
      element.appendChild(Object.assign(document.createElement('p'), { slot, textContent: slot }));
    const [summary, footer] = [make('summary'), make('footer')].map((it) => it.getBoundingClientRect());
    const form = element.shadowRoot?.querySelector('form')?.getBoundingClientRect();
    return [form!.top - summary!.bottom, footer!.top - form!.bottom];
  });
  expect(gaps).toEqual([16, 16]);
});

const openPayment = 'open, and the shop is asked';

test('in the gallery a payment whose end is not known is named by its reference after a while, the wait for it moves only when motion is wanted, and a live key that is set wrongly shows payers no text for developers', async ({
  page,
  demo,
}) => {
  await openGallery(page, demo, { lang: 'en', width: 390, scheme: 'light' });
  const reference = formIn(page, openPayment).locator('.reference');
  await expect(reference).toBeHidden();
  await reference.evaluate((it) => {
    for (const animation of it.getAnimations()) animation.finish();
  });
  await expect(reference).toBeVisible();
  await expect(reference).toHaveText(/^Payment reference: \u2068[\da-f]{8}-[\da-f-]{27}\u2069$/);

  const turning = () =>
    formIn(page, openPayment)
      .locator('.icon circle')
      .evaluate((ring) => ring.getAnimations().length);
  expect(await turning()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(turning).toBe(1);

  await expect(formIn(page, 'set wrongly, in a test').locator('.notice')).toContainText('publishable-key');
  await expect(formIn(page, 'set wrongly, live').locator('.notice')).not.toContainText('publishable-key');
});

test(`the form stands where its skeleton stood, ${widths.join(', ')} px wide`, async ({ page }) => {
  const form = await stage.enter(page, 'waiting');
  const controls = page.locator('pay-checkout :is(input, button)');
  const findPlacesAtEachWidth = async () => {
    const all: object[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      all.push(
        await controls.evaluateAll((them) =>
          them.map((box) => box.getBoundingClientRect().toJSON() as object),
        ),
      );
    }
    return all;
  };
  await expect(form.button).toBeHidden();
  const skeletonPlaces = await findPlacesAtEachWidth();
  await page
    .locator('pay-checkout')
    .evaluate((element) => element.setAttribute('client-secret', 'pi_secret_1'));
  await form.button.waitFor();
  expect(skeletonPlaces).toEqual(await findPlacesAtEachWidth());
});

/** As wide as a payer who reads badly may set text: WCAG 1.4.12. The form's own text is in its shadow tree. */
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

for (const lang of languages) {
  test(`at 320 px in ${lang} nothing is cut off and nothing scrolls sideways, in any situation of the gallery, also with text at 200 % or spaced widely`, async ({
    page,
    demo,
  }) => {
    await openGallery(page, demo, { lang, width: 320, scheme: 'light' });
    await page.evaluate(() => {
      for (const root of [document, ...document.querySelectorAll('pay-checkout')]) {
        const scope = root instanceof Element ? (root.shadowRoot as ShadowRoot) : root;
        scope.adoptedStyleSheets = [...scope.adoptedStyleSheets, new CSSStyleSheet()];
      }
    });
    for (const [what, css, within] of [
      ['as it is', '', ''],
      ['text at 200 %', 'html { font-size: 200%; }', ''],
      ['text that is spaced widely', '', spacing],
    ] as const) {
      await page.evaluate(
        ([css, within]) => {
          document.adoptedStyleSheets.at(-1)?.replaceSync(css);
          for (const { shadowRoot } of document.querySelectorAll('pay-checkout'))
            shadowRoot?.adoptedStyleSheets.at(-1)?.replaceSync(within);
        },
        [css, within] as const,
      );
      const cut = await page.locator('#situations pay-checkout').evaluateAll((elements) =>
        elements.flatMap((element) => {
          const place = element.getBoundingClientRect();
          const parts =
            element.shadowRoot?.querySelectorAll<HTMLElement>(
              'label, button, .head, .error, .marks, li, .notice, .choice',
            ) ?? [];
          return [...parts]
            .filter((part) => {
              const { left, right, width } = part.getBoundingClientRect();
              const isBeyond = width > 0 && (left < place.left - 1 || right > place.right + 1);
              return part.scrollWidth > part.clientWidth + 1 || isBeyond;
            })
            .map((part) => `${part.localName}.${part.className}: ${part.textContent}`);
        }),
      );
      expect(cut, what).toEqual([]);
    }
  });
}

test('at 320 px and text at 200 % a long amount is not cut off, in English and in Arabic', async ({
  page,
}) => {
  const form = await stage.visit(page, { amount: '150000000', currency: 'IDR' });
  await page.setViewportSize({ width: 320, height: 900 });
  await page.addStyleTag({ content: 'html { font-size: 200%; }' });
  for (const lang of languages) {
    await page.evaluate((lang) => void (document.documentElement.lang = lang), lang);
    await expect(page.locator('pay-checkout [part~="form"]')).toHaveAttribute('lang', lang);
    const [amount, button] = await form.button.evaluate((it) =>
      [it.querySelector('bdi') ?? it, it].map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
    );
    expect(amount?.left, lang).toBeGreaterThanOrEqual(button?.left ?? NaN);
    expect(amount?.right, lang).toBeLessThanOrEqual(button?.right ?? NaN);
  }
});

test('a second button that the pointer is on can be read, light and dark', async ({ page }) => {
  const form = await stage.visit(page, { challenge: 'frame' });
  await form.fill('4201320111111010');
  await form.button.click();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  const second = form.notice.getByRole('button', { name: 'Pay another way' });
  await second.hover();
  await addAxe(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const moving = () => page.locator('pay-checkout').evaluate((it) => it.shadowRoot?.getAnimations().length);
    await expect.poll(moving).toBe(0);
    expect(await violations(page), colorScheme).toEqual([]);
  }
});

test('everything that can be pressed is at least 24 px high and wide, and 44 px where a finger presses', async () => {
  await renew(320, 'en');
  const sizes = await shared
    .locator('pay-checkout :is(input, button)')
    .evaluateAll((all) => all.map((one) => [one.clientWidth, one.clientHeight]));
  expect(sizes).toHaveLength(5);
  for (const [width = 0, height = 0] of sizes) {
    expect(width).toBeGreaterThanOrEqual(44);
    expect(height).toBeGreaterThanOrEqual(44);
  }
});

test('the save box and the dialog’s buttons are at least 24 px, and 44 px for a finger', async ({ page }) => {
  const form = await stage.visit(page, { challenge: 'frame', 'save-card': 'offer' });
  await page.setViewportSize({ width: 320, height: 900 });
  const heights = (all: Locator) =>
    all.evaluateAll((them) => them.map((one) => (one as HTMLElement).offsetHeight));
  await form.fill('4201320111111010');
  expect(await heights(page.locator('pay-checkout .keep label'))).toEqual([44]);
  await form.button.click();
  await page.getByRole('button', { name: 'Close' }).click();
  const buttons = await heights(page.locator('pay-checkout dialog button'));
  expect(buttons).toHaveLength(4);
  for (const height of buttons) expect(height).toBeGreaterThanOrEqual(44);
});

test('the focus is visible, also in forced colors', async () => {
  const form = await renew(1280, 'en');
  // By keys: a focus that comes after a press of the mouse needs no ring on a button.
  await shared.keyboard.press('Tab');
  for (const forcedColors of ['active', 'none'] as const) {
    await shared.emulateMedia({ forcedColors });
    for (const control of [form.number, form.expiry, form.code, form.name, form.button]) {
      await control.focus();
      const outline = await control.evaluate((one) => getComputedStyle(one).outline);
      expect(outline).toMatch(/solid 2px$/);
    }
  }
});

test('nothing turns or breathes when motion is not wanted', async ({ page, browserName }) => {
  test.skip(browserName === 'firefox', limitations.firefox.motion);
  const moving = () =>
    page.locator('pay-checkout').evaluate((element) => element.shadowRoot?.getAnimations().length);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await stage.enter(page, 'paying');
  expect(await moving()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(moving).toBe(1);
});
