import { expect } from '@playwright/test';
import { pairwise } from '../pairs.js';
import { report } from '../readme/documents.mjs';
import { table } from '../readme/table.js';
import { atOnce, Lane } from './faults/lane.js';
import { expected, letTimePass, playAll, tally, type Fault } from './faults/play.js';
import { Form } from './form.js';
import { inPage, modes, type Mode } from './modes.js';
import { test } from './worker.js';

const faults = Object.keys(expected) as readonly Fault[];

const modeOf = ({ form, challenge }: Pick<Mode, 'form' | 'challenge'>): Mode =>
  modes.find((mode) => mode.form === form && mode.challenge === challenge) ?? inPage;

/**
 * Every fault that the sandbox plays, by pairs: each fault with the form in each place, with each challenge, with each and
 * without a status source, by one click and by two, by each thing that pays; and each of these with each other one. Every
 * order of answers and clicks is gone through in `test/element/checkout/exhaustive.test.ts`, without a browser. A report
 * shows what came of each.
 */
const runs = pairwise(
  {
    fault: faults,
    form: ['page', 'frame'],
    challenge: ['redirect', 'dialog'],
    by: ['card', 'saved', 'source'],
    source: ['with', 'without'],
    clicks: [1, 2],
    route: ['fulfil', 'status'],
  },
  ({ challenge, source, route }) =>
    // The way back from the bank's page is through the status source, and only there the payment is always read.
    challenge === 'dialog' ? source === 'with' : route === 'fulfil',
).map((run) => ({ ...run, mode: modeOf(run) }));
const runsOf = (fault: Fault) => runs.filter((run) => run.fault === fault);

let lanes: readonly Lane[];
test.beforeAll(async () => {
  const most = Math.max(...faults.map((fault) => runsOf(fault).length));
  lanes = await Promise.all(Array.from({ length: most }, () => Lane.open()));
});
test.afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.close()));
});

for (const fault of faults) {
  test(`${fault} leads to what the table says, with the form in the page and in a frame, by redirect and in the dialog, whatever pays, with and without a status source`, async ({
    browser,
  }) => {
    test.setTimeout(120_000);
    await playAll(browser, lanes, runsOf(fault));
  });
}

test('a payment that never arrived is sent again as the same payment on the same intent, and is paid once', async ({
  page,
}) => {
  const lane = lanes[0] as Lane;
  await lane.furnish({ mode: inPage, source: 'with', by: 'card', fault: '500' });
  await page.clock.install();
  await page.goto(lane.shop.url);
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
      { intervals: [100] },
    )
    .toContain('didn’t reach us');
  await form.button.click();
  await page.waitForURL('**/back?*');
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
  expect(await lane.shop.payments()).toBe(1);
});

test('each fault has made at most one charge, no false decline and no leak', () => {
  expect(tally).toMatchObject({ secondCharges: 0, falseDeclines: 0, leaks: 0 });
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
  report('faults', 'What each fault of the sandbox leads to', generated);
});
