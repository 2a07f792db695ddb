import { expect, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Form } from './form.js';
import { inPage } from './modes.js';
import { addAxe, violations } from './violations.js';
import { test } from './worker.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const site = `${root}.site/`;

test.beforeAll(() => {
  execFileSync(process.execPath, ['demo/site/build.mjs'], { cwd: root, stdio: 'inherit' });
});

const pages = () =>
  readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
const read = (file: string) => readFileSync(site + file, 'utf8');
const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));

/** The links of a page that lead to no file of the site, or to no place in it. */
function deadLinks(from: string): string[] {
  const links = [...read(from).matchAll(/ (?:href|src|data-top)="([^"]*)"/g)].map(([, link = '']) => link);
  return links
    .filter((link) => !/^(?:https?:|data:)/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const file = path === '' ? from : posix.join(posix.dirname(from), path);
      if (!existsSync(site + file)) return true;
      return anchor !== undefined && !idsOf(read(file)).has(decodeURIComponent(anchor));
    })
    .map((link) => `${from}: ${link}`);
}

/** What axe finds, and whether the page scrolls sideways, on a phone and a desktop, light and dark. */
async function judge(page: Page): Promise<string[]> {
  const found: string[] = [];
  await addAxe(page);
  for (const width of [390, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      found.push(...(await violations(page)), ...(wide > width ? [`${wide} pixels wide`] : []));
    }
  return found;
}

test('every link and every anchor of the site leads somewhere', () => {
  expect(pages().length).toBeGreaterThan(50);
  expect(pages().flatMap(deadLinks)).toEqual([]);
});

for (const path of ['reference/tags', 'start/html-node', 'reference/errors'])
  test(`axe finds nothing on the page ${path}, and nothing scrolls sideways`, async ({ page, demo }) => {
    await page.goto(`${demo.url}docs/${path}.html`);
    // A page of examples has many forms of one name, a shop's page has one.
    expect((await judge(page)).filter((line) => !line.startsWith('landmark-unique:'))).toEqual([]);
  });

for (const lang of ['en', 'ar'])
  test(`axe finds nothing on the front door, and nothing scrolls sideways, ${lang}`, async ({
    page,
    demo,
  }) => {
    await page.goto(demo.url);
    await new Form(page).number.waitFor();
    if (lang === 'ar') await page.getByRole('button', { name: 'العربية' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    expect(await judge(page)).toEqual([]);
  });

test('the form on the front door pays, and the front door shows the payment that the server has read', async ({
  page,
  demo,
}) => {
  await page.goto(demo.url);
  const form = new Form(page);
  await form.fill('4201320111111010');
  await form.button.click();
  await page.getByRole('button', { name: /^Authenticated/ }).click();
  await page.waitForURL('**/?id=*');
  await expect(page.locator('pay-result')).toContainText('Payment received');
});

test('each example of a component is a form, and one pays without a request that leaves the page', async ({
  page,
  demo,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await page.goto(`${demo.url}docs/reference/tags.html`);
  const examples = page.locator('.example pay-checkout');
  await expect(examples.locator('form')).toHaveCount(await examples.count());
  const form = new Form(page, inPage, examples.first());
  await form.fill('4201320111111010');
  await form.button.click();
  await expect(form.element).toHaveJSProperty('state', 'paid');
  expect(asked.filter((request) => !request.startsWith('GET ') || !request.includes(demo.url))).toEqual([]);
});

test('the search finds a page by a word in it', async ({ page, demo }) => {
  await page.goto(`${demo.url}docs/index.html`);
  await page.getByRole('searchbox').fill('Laravel');
  const results = page.locator('#found a');
  await expect(results).not.toHaveCount(0);
  await results.first().click();
  await expect(page.locator('main')).toContainText('Laravel');
});
