import { expect, type Browser, type Page } from '@playwright/test';
import { Form } from '../form.js';
import { approve, formOf, inPage } from '../modes.js';
import { isTokenLeak, keptIn, leaksIn, recordFrameMessages, type FrameMessage } from './leaks.js';
import { code, numberFor, type Lane, type Way } from './lane.js';
import { test } from '../worker.js';

/** What the payer is left with, by fault: without a status source, and with one. */
export const expected = {
  'drop-before': ['unknown', 'unknown, then the same payment may be sent again'],
  'drop-after': ['unknown', 'unknown, then paid'],
  delay: ['unknown', 'unknown, then paid'],
  'html-403': ['refused, the form stays', 'refused, the form stays'],
  '401': ['refused, the form stays', 'refused, the form stays'],
  '405': ['refused, the form stays', 'refused, the form stays'],
  '429': ['refused, the form stays', 'refused, the form stays'],
  '500': ['unknown', 'unknown, then the same payment may be sent again'],
  '503': ['unknown', 'unknown, then the same payment may be sent again'],
  truncated: ['unknown', 'unknown, then paid'],
  'unknown-status': ['unknown', 'unknown, then paid'],
  'no-transaction-url': ['unknown', 'unknown, then paid'],
  'bad-transaction-url': ['unknown', 'unknown, then paid'],
} as const;
export type Fault = keyof typeof expected;

export interface Run extends Way {
  readonly fault: Fault;
  readonly clicks: 1 | 2;
  /** Where the fault is played; when a payment is read, the service has it already. */
  readonly route: 'fulfil' | 'status';
}

const title = ({ fault, source, clicks, route, mode, by }: Run) =>
  `${fault}${route === 'status' ? ' when the payment is read' : ''}, ${source} a status source, by ${by}, ${clicks === 1 ? 'one click' : 'two clicks'}${mode === inPage ? '' : ` (${mode.name})`}`;

/** Of all runs so far. */
export const tally = { tried: 0, secondCharges: 0, falseDeclines: 0, leaks: 0 };

/** What `pay-outcome` and `pay-error` brought so far: statuses, and errors' codes. */
const resultsOf = (page: Page) => page.evaluate(() => (window as unknown as { results: string[] }).results);

/** The form waits a minute before it believes that a payment never arrived: five seconds go by at once. */
export const letTimePass = (page: Page) => page.clock.runFor(5_000);

/** Fills in what the payer has to, if anything. */
async function prepare(form: Form, { by, mode }: Run): Promise<void> {
  if (by === 'saved') await expect(formOf(form.page, mode).getByRole('radio').first()).toBeChecked();
  if (by !== 'card') return expect.poll(() => form.state()).toBe('ready');
  await form.number.fill(numberFor(mode));
  await form.expiry.fill('12 / 30');
  await form.name.fill('Sara Ali');
  await form.code.fill(code);
}

/** Pays, or calls for it, once or twice in a row. */
async function pay(form: Form, { by, clicks }: Run, token: string | undefined): Promise<void> {
  if (by !== 'source') return clicks === 1 ? form.button.click() : form.button.dblclick();
  await form.page.locator('pay-checkout').evaluate(
    (element, { token, clicks }) => {
      const { submit } = element as HTMLElement & { submit(options: object): Promise<unknown> };
      const source = { type: 'token', token };
      for (let at = 0; at < clicks; at++) submit.call(element, { source }).catch(() => undefined);
    },
    { token, clicks },
  );
}

/** Does what the form offers until the bank's page is there, and answers it. */
async function confirm(page: Page, form: Form, run: Run, token: string | undefined): Promise<void> {
  const { mode } = run;
  const onward = form.notice.getByRole('button');
  const dialog = page.locator('pay-checkout dialog');
  for (let seen = 0; ;) {
    await expect
      .poll(async () => (await dialog.isVisible()) || (await resultsOf(page)).length > seen, {
        timeout: 60_000,
      })
      .toBe(true);
    if (await dialog.isVisible()) return approve(page, mode);
    seen = (await resultsOf(page)).length;
    let offer = '';
    await expect
      .poll(
        async () => {
          await letTimePass(page);
          if ((await form.state()) === 'ready') offer = 'the form';
          else if (await onward.isVisible()) offer = 'the bank';
          return offer;
        },
        { timeout: 60_000, intervals: [100] },
      )
      .not.toBe('');
    await (offer === 'the form' ? pay(form, { ...run, clicks: 1 }, token) : onward.click());
  }
}

async function play(page: Page, run: Run, lane: Lane): Promise<void> {
  const { fault, source, route, mode } = run;
  const confirms = mode.challenge === 'dialog';
  const number = numberFor(mode);
  const { secret, token } = await lane.furnish(run);
  const sinks: string[] = [];
  page.on('console', (message) => sinks.push(message.text()));
  page.on('request', (request) => sinks.push(request.url()));
  const messages = await recordFrameMessages(page);
  await page.addInitScript(() => {
    const results: string[] = [];
    const details: unknown[] = [];
    Object.assign(window, { results, details });
    for (const type of ['attempt', 'change', 'redirect', 'outcome', 'error']) {
      addEventListener(`pay-${type}`, (event) => {
        const { detail } = event as CustomEvent;
        if (type === 'outcome') results.push(detail.outcome.status);
        if (type === 'error') results.push(detail.error.code);
        details.push(detail, detail?.error && [detail.error.message, detail.error.stack, detail.error.cause]);
        if (type === 'outcome') event.preventDefault();
      });
    }
  });
  await page.clock.install();
  await page.goto(lane.shop.url);
  const form = new Form(page, mode);
  await prepare(form, run);
  // Chromium itself repeats a request whose connection dies, so a dropped one is dropped again.
  const times = fault.startsWith('drop') && route === 'fulfil' ? 3 : 1;
  await lane.shop.control('faults', { route, fault, times, ...(route === 'status' && { ms: 1_000 }) });
  await pay(form, run, token);

  const wanted = expected[fault][source === 'with' ? 1 : 0];
  const state =
    confirms || wanted.includes('then paid')
      ? 'paid'
      : wanted.startsWith('unknown') && !wanted.includes('again')
        ? 'unknown'
        : 'ready';
  const first = wanted.startsWith('refused') ? 'api' : 'unknown';
  if (confirms) await confirm(page, form, run, token);
  await expect
    .poll(
      async () => {
        if (wanted.includes('again')) await letTimePass(page);
        const reached = await page
          .locator('pay-checkout')
          .evaluate((element, state) => element.matches(`:state(${state})`), state);
        const results = await resultsOf(page);
        const isReported = results.includes(route === 'status' ? 'unknown' : first);
        // The event of a form in a frame comes with a later message than the one that sets the state.
        return reached && isReported && (state !== 'paid' || results.at(-1) === 'paid');
      },
      { timeout: 60_000, intervals: [100] },
    )
    .toBe(true);
  if (run.by === 'saved' && state === 'ready') {
    // The fault was none of the card's: it can be paid by again.
    await expect(formOf(page, mode).getByRole('radio').first()).toBeEnabled();
    await expect(formOf(page, mode).getByRole('radio').first()).toBeChecked();
  }
  const results = await resultsOf(page);
  const frame =
    mode.form === 'frame' && page.frames().find((frame) => frame.url().includes('/pay-frame.html'));
  const everything = (await keptIn(page.mainFrame())) + (frame ? await keptIn(frame) : '') + sinks.join('\n');

  tally.tried++;
  tally.secondCharges += Math.max(0, (await lane.shop.payments()) - 1);
  tally.falseDeclines += results.filter((status) => status === 'failed').length;
  const grouped = number.replace(/(.{4})(?=.)/g, '$1 ');
  const tokens = [...(await lane.shop.tokens()), ...(token === undefined ? [] : [token])];
  const leaked = [
    ...[number, grouped, `"${code}"`, secret].filter((hidden) => everything.includes(hidden)),
    ...messages.flatMap((it) => leaksIn(it, number, secret)),
    ...tokens.filter(
      (value) => everything.includes(value) || messages.some((it) => isTokenLeak(it, value, token)),
    ),
  ];
  tally.leaks += leaked.length;
  expect(leaked).toEqual([]);
  if (!confirms) expect(results).toEqual(state === 'paid' ? ['unknown', 'paid'] : [first]);
  else {
    // Each time that it was lost or refused, and once more while the bank's answer is asked for.
    expect(new Set(results.slice(0, -1))).toEqual(
      new Set(route === 'status' ? ['unknown'] : [first, 'unknown']),
    );
    expect(results.at(-1)).toBe('paid');
  }
  expect(await lane.shop.payments()).toBeLessThanOrEqual(1);
  // The messages between page and frame were really recorded.
  const hasCrossed = (from: FrameMessage['from'], text: string) =>
    messages.some((message) => message.from === from && message.message.includes(text));
  if (mode.form === 'frame') {
    expect(hasCrossed('page', secret)).toBe(true);
    expect(hasCrossed('frame', '"type":"attempt"')).toBe(true);
  }
}

/** Plays them at the same time, each in a lane of its own, since most of each is waiting. */
export async function playAll(browser: Browser, lanes: readonly Lane[], runs: readonly Run[]): Promise<void> {
  const plays = runs.map((run, index) =>
    test.step(title(run), async () => {
      const context = await browser.newContext();
      await play(await context.newPage(), run, lanes[index] as Lane);
      await context.close();
    }),
  );
  // Each is awaited to its end: one that fails does not hide what became of the others.
  const failed = (await Promise.allSettled(plays)).filter(({ status }) => status === 'rejected');
  expect(failed.map((it) => (it as PromiseRejectedResult).reason as unknown)).toEqual([]);
}
