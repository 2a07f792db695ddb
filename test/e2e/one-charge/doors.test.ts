import type { Page } from '@playwright/test';
import { readFrames } from '../frames.js';
import { inFrame, inPage, type Mode } from '../modes.js';
import { expect, test, world } from './fixtures.js';
import { visit } from './payer.js';
import { refusal } from './proxy.js';
import { keptIn, Tokens } from './tokens.js';
import { atOnce, challenged } from './world.js';

/** Ways in which a card got out, and doors that led nowhere. */

const code = '987';
const inBoth: readonly Mode[] = [inPage, inFrame];

/** Every request of a page, with what it carries. */
function listenToNetwork(page: Page): { readonly url: string; readonly body: string }[] {
  const requests: { url: string; body: string }[] = [];
  page.on('request', (request) => requests.push({ url: request.url(), body: request.postData() ?? '' }));
  return requests;
}

// ── where the card is sent

for (const mode of inBoth) {
  test(`${mode.form}: form.submit() of a script sends no card anywhere`, async ({ page }) => {
    const order = world.order();
    const requests = listenToNetwork(page);
    const payer = await visit(page, order, { setUp: 'intent-url', mode });
    await payer.type();
    const before = requests.length;
    await payer.number.evaluate((input: HTMLInputElement) =>
      HTMLFormElement.prototype.submit.call(input.form),
    );
    // Comes after what the form would have asked.
    await page.evaluate(() => fetch('/?after').then(() => undefined)).catch(() => undefined);
    const sent = requests.slice(before).filter(({ url, body }) => /cc-number|cc-csc/.test(url + body));
    expect(sent.map(({ url }) => url)).toEqual([]);
    await expect(payer.number).toHaveValue(/4111/);
  });
}

// ── a card number where it does not belong

/** The service, or what stands before it, may say what it got. */
const repeated = {
  'the number': 'Card 4111114005765430 is refused.',
  'the number with blanks': 'Card 4111 1140 0576 5430 is refused.',
  'the number with dashes': 'Card 4111-1140-0576-5430 is refused.',
  'the number with narrow blanks': 'Card 4111\u202f1140\u202f0576\u202f5430 is refused.',
  'the security code': `The code ${code} is refused.`,
  'both, as fields': `number=4111114005765430&cvc=${code}`,
} as const;

test('frame: a refusal that repeats the card, however it is written, tells it to nobody', async ({
  page,
}) => {
  const order = world.order(
    Object.values(repeated).map((message) => {
      const errors = { 'source.number': [message], 'source.cvc': [message], 'source.name': [message] };
      return refusal(400, { message, errors });
    }),
  );
  const watch = new Tokens(world);
  await watch.watch(page);
  const payer = await visit(page, order, { setUp: 'intent-url', mode: inFrame });
  for (const [index, what] of Object.keys(repeated).entries()) {
    await payer.type();
    await payer.code.fill(code);
    await payer.button.click();
    await expect.poll(() => world.eventsOf(order).length, what).toBe(index + 1);
    expect(world.eventsOf(order).at(-1), what).toMatch(/^error/);
    const shown = await readFrames([page], (frame) => frame.evaluate(() => document.body.innerHTML));
    const everything = [...watch.seen, ...(await readFrames([page], keptIn)), ...shown].join('\n');
    expect(everything, what).toContain('["error",');
    expect(everything.replace(/[^0-9]/g, ' ').replaceAll(' ', ''), what).not.toContain(atOnce);
    expect(everything, what).not.toMatch(new RegExp(`(?<![\\d.a-f-])${code}(?![\\d.a-f-])`));
  }
  expect(world.sentFor(order)).toBe(Object.keys(repeated).length);
});

test('frame: lists of mada prefixes that change while digits are typed read none of them', async ({
  page,
}) => {
  const order = world.order();
  const changes: string[] = [];
  await page.exposeBinding('record', (_source, text: string) => void changes.push(text));
  await page.addInitScript(() => {
    const { record } = window as unknown as { record(text: string): void };
    addEventListener('pay-change', (event) => record(JSON.stringify((event as CustomEvent).detail)), true);
  });
  const payer = await visit(page, order, { setUp: 'intent-url', mode: inFrame });
  await payer.element.evaluate((element) => Object.assign(element, { madaPrefixes: ['999999'] }));
  await payer.expectState('ready');
  await payer.number.click();
  await payer.number.pressSequentially(challenged.slice(0, 8));
  const before = changes.length;
  // Each list asks one question: is the card's beginning in it?
  for (const [index, prefix] of ['420132', '42013200', '42013201', '42013202'].entries()) {
    await payer.element.evaluate(
      (element, madaPrefixes) => Object.assign(element, { madaPrefixes }),
      [prefix],
    );
    // What is set later arrives later: once it is seen, the list is there too.
    await payer.element.evaluate(
      (element, amount) => Object.assign(element, { amount }),
      20_000 + index * 100,
    );
    await expect(payer.button).toContainText(`20${index}.00`);
    await payer.number.press('End');
    await payer.number.pressSequentially('1');
    await payer.number.press('Backspace');
  }
  const networks = changes
    .slice(before)
    .map((detail) => (JSON.parse(detail) as { networks: string[] }).networks);
  expect(networks.flat()).not.toContain('mada');
});
