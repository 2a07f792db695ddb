import { expect, test, type Browser, type Page } from '@playwright/test';
import { limitations } from '../limitations.js';
import { published } from '../readme/documents.mjs';
import { table } from '../readme/table.js';
import { Form } from './form.js';
import { hearCrossing, keptIn, tells, told, type Crossed } from './faults/heard.js';
import { atOnce, code, Lane, numberFor, type Way } from './faults/lane.js';
import { approve, formOf, inFrame, inFrameWithDialog, inPage, inPageWithDialog } from './modes.js';

/**
 * Every fault that the sandbox plays, with and without a status source, paid with one click and with two; and the same
 * with the form in a frame, and as far as the bank's page in a dialog. Where it can matter what pays, a saved card and a
 * source of the page's own pay too. A document shows what came of each:
 * `UPDATE_README=1 npm run test:e2e -- faults` writes the table anew.
 */

/** What the payer is left with, by fault: without a status source, and with one. */
const expected = {
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
type Fault = keyof typeof expected;

/**
 * Those at which it can matter what pays: a refusal must not be taken for one of the saved card, and what is sent again
 * is paid by the same. The other faults are in the reading of an answer, which is the same for all.
 */
const bySource: readonly Fault[] = ['drop-before', 'drop-after', 'html-403', '429', '500', 'truncated'];

interface Run extends Way {
  readonly fault: Fault;
  readonly clicks: 1 | 2;
  /** Where the fault is played; when a payment is read, the service has it already. */
  readonly route: 'fulfil' | 'status';
}

const title = ({ fault, source, clicks, route, mode, by }: Run) =>
  `${fault}${route === 'status' ? ' when the payment is read' : ''}, ${source} a status source, by ${by}, ${clicks === 1 ? 'one click' : 'two clicks'}${mode === inPage ? '' : ` (${mode.name})`}`;

const tally = { tried: 0, secondCharges: 0, falseDeclines: 0, leaks: 0 };

/** The page's own notes, in the order in which they were taken. */
const toldOf = (page: Page) => page.evaluate(() => (window as unknown as { told: string[] }).told);

/** The form waits a minute before it believes that a payment never arrived: five seconds go by at once. */
const letTimePass = (page: Page) => page.clock.runFor(5_000);

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
  for (let heard = 0; ;) {
    await expect
      .poll(async () => (await dialog.isVisible()) || (await toldOf(page)).length > heard, {
        timeout: 60_000,
      })
      .toBe(true);
    if (await dialog.isVisible()) return approve(page, mode);
    heard = (await toldOf(page)).length;
    let offer = '';
    await expect
      .poll(
        async () => {
          await letTimePass(page);
          if ((await form.state()) === 'ready') offer = 'the form';
          else if (await onward.isVisible()) offer = 'the bank';
          return offer;
        },
        { timeout: 60_000, intervals: [250] },
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
  const crossed = await hearCrossing(page);
  await page.addInitScript(() => {
    const told: string[] = [];
    const details: unknown[] = [];
    Object.assign(window, { told, details });
    for (const type of ['attempt', 'change', 'redirect', 'outcome', 'error']) {
      addEventListener(`pay-${type}`, (event) => {
        const { detail } = event as CustomEvent;
        if (type === 'outcome') told.push(detail.outcome.status);
        if (type === 'error') told.push(detail.error.code);
        details.push(detail, detail?.error && [detail.error.message, detail.error.stack, detail.error.cause]);
        if (type === 'outcome') event.preventDefault();
      });
    }
  });
  await page.clock.install();
  await page.goto(lane.site.url);
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
        const said = await toldOf(page);
        const isTold = said.includes(route === 'status' ? 'unknown' : first);
        // Of a form in a frame the page hears with a later message than the one that sets the state.
        return reached && isTold && (state !== 'paid' || said.at(-1) === 'paid');
      },
      { timeout: 60_000, intervals: [250] },
    )
    .toBe(true);
  if (run.by === 'saved' && state === 'ready') {
    // The fault was none of the card's: it can be paid by again.
    await expect(formOf(page, mode).getByRole('radio').first()).toBeEnabled();
    await expect(formOf(page, mode).getByRole('radio').first()).toBeChecked();
  }
  const said = await toldOf(page);
  const frame =
    mode.form === 'frame' && page.frames().find((frame) => frame.url().includes('/pay-frame.html'));
  const everything = (await keptIn(page.mainFrame())) + (frame ? await keptIn(frame) : '') + sinks.join('\n');

  tally.tried++;
  tally.secondCharges += Math.max(0, (await lane.shop.payments()) - 1);
  tally.falseDeclines += said.filter((status) => status === 'failed').length;
  const grouped = number.replace(/(.{4})(?=.)/g, '$1 ');
  const tokens = [...(await lane.shop.tokens()), ...(token === undefined ? [] : [token])];
  const leaked = [
    ...[number, grouped, `"${code}"`, secret].filter((hidden) => everything.includes(hidden)),
    ...crossed.flatMap((message) => told(message, number, secret)),
    ...tokens.filter((it) => everything.includes(it) || crossed.some((message) => tells(message, it, token))),
  ];
  tally.leaks += leaked.length;
  expect(leaked).toEqual([]);
  if (!confirms) expect(said).toEqual(state === 'paid' ? ['unknown', 'paid'] : [first]);
  else {
    // Each time that it was lost or refused, and once more while the bank's answer is asked for.
    expect(new Set(said.slice(0, -1))).toEqual(
      new Set(route === 'status' ? ['unknown'] : [first, 'unknown']),
    );
    expect(said.at(-1)).toBe('paid');
  }
  expect(await lane.shop.payments()).toBeLessThanOrEqual(1);
  // What was listened to is what there is to hear.
  const heard = (from: Crossed['from'], text: string) =>
    crossed.some((message) => message.from === from && message.message.includes(text));
  if (mode.form === 'frame') {
    expect(heard('page', secret)).toBe(true);
    expect(heard('frame', '"type":"attempt"')).toBe(true);
  }
}

const faults = Object.keys(expected) as Fault[];

/** All that are played of a fault in the page, at the same time, since most of each is waiting. */
const inThePage = (fault: Fault): readonly Run[] => {
  const run = { mode: inPage, fault, route: 'fulfil' } as const;
  return [
    { ...run, by: 'card', source: 'without', clicks: 1 },
    { ...run, by: 'card', source: 'without', clicks: 2 },
    { ...run, by: 'card', source: 'with', clicks: 1 },
    { ...run, by: 'card', source: 'with', clicks: 2 },
    ...(bySource.includes(fault)
      ? ([
          { ...run, by: 'saved', source: 'with', clicks: 2 },
          { ...run, by: 'source', source: 'without', clicks: 2 },
        ] as const)
      : []),
  ];
};

/** And in the other modes. */
const elsewhere = (fault: Fault): readonly Run[] => {
  const run = { by: 'card', fault, source: 'with', clicks: 1, route: 'fulfil' } as const;
  return [
    { ...run, mode: inFrame, source: 'without' },
    { ...run, mode: inFrame },
    { ...run, mode: inFrame, clicks: 2 },
    { ...run, mode: inPageWithDialog },
    { ...run, mode: inFrameWithDialog },
    { ...run, mode: inFrameWithDialog, route: 'status' },
    ...(bySource.includes(fault)
      ? ([
          { ...run, mode: inFrame, by: 'source', clicks: 2 },
          { ...run, mode: inFrameWithDialog, by: 'saved' },
        ] as const)
      : []),
  ];
};

let lanes: readonly Lane[];
test.beforeAll(async () => {
  lanes = await Promise.all(elsewhere('500').map(() => Lane.open()));
});
test.afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.close()));
});

async function playAll(browser: Browser, runs: readonly Run[]): Promise<void> {
  const plays = runs.map((run, index) =>
    test.step(title(run), async () => {
      const context = await browser.newContext();
      await play(await context.newPage(), run, lanes[index] as Lane);
      await context.close();
    }),
  );
  // Each is heard to its end: one that fails does not hide what became of the others.
  const failed = (await Promise.allSettled(plays)).filter(({ status }) => status === 'rejected');
  expect(failed.map((it) => (it as PromiseRejectedResult).reason as unknown)).toEqual([]);
}

for (const fault of faults) {
  test(`${fault}, with and without a status source, by one click and by two`, ({ browser }) =>
    playAll(browser, inThePage(fault)));

  test(`${fault}, with the form in a frame, and with the bank’s page in a dialog`, async ({
    browser,
    browserName,
  }) => {
    test.skip(browserName === 'firefox', limitations.firefox.frames);
    test.setTimeout(120_000);
    await playAll(browser, elsewhere(fault));
  });
}

test('a payment that never arrived is sent again as the same payment on the same intent, and is paid once', async ({
  page,
}) => {
  const lane = lanes[0] as Lane;
  await lane.furnish({ mode: inPage, source: 'with', by: 'card', fault: '500' });
  await page.clock.install();
  await page.goto(lane.site.url);
  const form = new Form(page);
  const ids: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST')
      ids.push((JSON.parse(request.postData() ?? '{}') as { given_id: string }).given_id);
  });
  await form.fill(atOnce);
  await lane.shop.control('faults', { route: 'fulfil', fault: '500', times: 1 });
  await form.button.click();
  await expect
    .poll(
      async () => {
        await letTimePass(page);
        return form.notice.textContent();
      },
      { intervals: [250] },
    )
    .toContain('didn’t reach us');
  await form.button.click();
  await page.waitForURL('**/back?*');
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
  expect(await lane.shop.payments()).toBe(1);
});

test('the document shows what came of it', ({ browserName }) => {
  test.skip(browserName === 'firefox', limitations.firefox.frames);
  const rows = Object.entries(expected).map(([fault, [without, withStatus]]) => [
    `\`${fault}\``,
    without,
    withStatus,
  ]);
  const generated = [
    table(['fault', 'without a status source', 'with one'], rows),
    '',
    `Runs: ${tally.tried}. Second charges: ${tally.secondCharges}. False declines: ${tally.falseDeclines}. Leaks: ${tally.leaks}.`,
  ].join('\n');
  expect(published('faults', generated)).toBe(generated);
});
