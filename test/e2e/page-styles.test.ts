import { expect, type Page } from '@playwright/test';
import { inPage } from './modes.js';
import { Stage } from './states.js';
import { test } from './worker.js';

/** What the style sheets of an ordinary page, and of a hostile one, do to the form. */
let stage: Stage;
test.beforeAll(async ({ sandbox }) => void (stage = await Stage.open(sandbox)));
test.afterAll(() => stage.close());
test.beforeEach(() => stage.shop.control('reset'));

const addStyle = (page: Page, text: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, text);

/** One file of a font for each of these characters, as a page would have them fetched to learn what is typed. */
const spyFont = (characters: string) =>
  [...characters]
    .map((character) => {
      const code = character.charCodeAt(0).toString(16);
      return `@font-face { font-family: spy; src: url(/spy/${code}.woff2); unicode-range: U+${code}; }`;
    })
    .join('\n');

for (const [how, rule] of [
  ['--pay-font', 'pay-checkout { --pay-font: spy; }'],
  ['::part(input)', 'pay-checkout::part(input) { font-family: spy !important; }'],
] as const) {
  test(
    `a font with a file for each digit, set by ${how}, learns nothing of the number and the code`,
    { tag: rule.includes('::part') ? '@engine' : '@chromium' },
    async ({ page }) => {
      const fetched: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/spy/')) fetched.push(String.fromCharCode(parseInt(pathname.slice(5), 16)));
      });
      const form = await stage.visit(page, {}, inPage);
      await addStyle(page, spyFont('0123456789z') + rule);
      await form.name.fill('z');
      await expect.poll(() => fetched).toContain('z');
      await form.number.pressSequentially('4201320111111010');
      await form.code.pressSequentially('987');
      await form.name.fill('z5');
      await expect.poll(() => fetched).toContain('5');
      // Other digits are in the amount, which is no secret.
      expect(fetched.filter((character) => '42987'.includes(character))).toEqual([]);
    },
  );
}

test('what a page sets for its own text does not change the form’s', { tag: '@engine' }, async ({ page }) => {
  const form = await stage.visit(page, {}, inPage);
  const looks = () =>
    form.number.evaluate((input) => {
      const label = (input.getRootNode() as ShadowRoot).querySelector('label')!;
      return [input, label].map((one) => {
        const { letterSpacing, wordSpacing, textAlign, textIndent, textTransform, whiteSpace } =
          getComputedStyle(one);
        const fill = getComputedStyle(one).getPropertyValue('-webkit-text-fill-color');
        return { letterSpacing, wordSpacing, textAlign, textIndent, textTransform, whiteSpace, fill };
      });
    });
  const before = await looks();
  await addStyle(
    page,
    `* { letter-spacing: 0.3em; word-spacing: 1em; text-align: center; text-indent: 2em; text-transform: uppercase;
      white-space: nowrap; -webkit-text-fill-color: transparent; }`,
  );
  expect(await looks()).toEqual(before);
});

test('a page whose rem is 10 px has a form that can be read', async ({ page }) => {
  const form = await stage.visit(page, {}, inPage);
  const sizes = () =>
    form.number.evaluate((input) =>
      [...(input.getRootNode() as ShadowRoot).querySelectorAll('label, button')].map((one) =>
        parseFloat(getComputedStyle(one).fontSize),
      ),
    );
  const before = await sizes();
  await addStyle(page, 'html { font-size: 62.5%; }');
  expect(await sizes()).toEqual(before);
});
