import { expect, test, type Browser, type Frame, type Page } from '@playwright/test';
import { cannot } from '../cannot.mjs';
import { published } from '../readme/documents.mjs';
import { table } from '../readme/table.js';
import { Form } from './form.js';
import { approve, inFrame, inFrameWithDialog, inPage, inPageWithDialog, markup, type Mode } from './modes.js';
import {
  merchant,
  returnScript,
  serveSite,
  startSandbox,
  type Merchant,
  type Running,
  type Site,
} from './servers.js';

/**
 * Every fault that the sandbox plays, with and without a status source, paid with one click and with two; and the same
 * with the form in a frame, and as far as the bank's page in a dialog. A document shows what came of each:
 * `UPDATE_README=1 npm run test:e2e -- faults` writes the table anew.
 */
const [atOnce, challenged, code] = ['4111114005765430', '4201320111111010', '987'];

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

/** A shop and a service of its own: faults wait in one queue per service, so runs at the same time share none. */
class Lane {
  /** What stands in the page of the shop. */
  body = '';

  private constructor(
    readonly sandbox: Running,
    readonly shop: Merchant,
    readonly site: Site,
  ) {}

  static async open(): Promise<Lane> {
    const sandbox = await startSandbox();
    const shop = merchant(sandbox.url);
    const site = await serveSite((url) => {
      if (url.pathname === '/') return `<!doctype html><title>Shop</title>${lane.body}`;
      if (url.pathname === '/back') return `<!doctype html><title>Back</title>${returnScript}`;
      if (url.pathname !== '/status') return undefined;
      return shop.readPayment(url.searchParams.get('id') ?? '').then(
        (json) => ({ status: 200, json }),
        // What the service did not answer must not be told as "no such payment".
        (error: unknown) => ({ status: String(error).includes('HTTP 404') ? 404 : 502, json: {} }),
      );
    });
    const lane = new Lane(sandbox, shop, site);
    return lane;
  }

  async close(): Promise<void> {
    this.site.close();
    await this.sandbox.kill();
  }

  /** A page with a fresh intent. Answers the secret that is nowhere to be seen. */
  async furnish({ mode, source, fault }: Pick<Run, 'mode' | 'source' | 'fault'>): Promise<string> {
    await this.shop.control('reset');
    const { client_secret: secret } = await this.shop.createIntent({ callback_url: `${this.site.url}/back` });
    this.body = markup(mode, this.sandbox.url, {
      'client-secret': secret,
      // Where an answer is to come, a slow machine has all the time that it needs.
      timeout: fault === 'delay' ? '1500' : undefined,
      'status-url': source === 'with' ? '/status' : undefined,
    });
    return secret;
  }
}

interface Run {
  readonly mode: Mode;
  readonly fault: Fault;
  readonly source: 'with' | 'without';
  readonly clicks: 1 | 2;
  /** Where the fault is played; when a payment is read, the service has it already. */
  readonly route: 'fulfil' | 'status';
}

const title = ({ fault, source, clicks, route, mode }: Run) =>
  `${fault}${route === 'status' ? ' when the payment is read' : ''}, ${source} a status source, ${clicks === 1 ? 'one click' : 'two clicks'}${mode === inPage ? '' : ` (${mode.name})`}`;

const tally = { tried: 0, secondCharges: 0, falseDeclines: 0, leaks: 0 };

/** What crossed the border of the frame, and where it came from. */
interface Crossed {
  readonly from: 'page' | 'frame';
  readonly message: string;
}

/**
 * Hears every message between the documents of a page, before any script of theirs. A port is heard where it sends;
 * what goes from window to window is heard where it comes in, since a window of another origin cannot be wrapped.
 */
async function hearCrossing(page: Page): Promise<readonly Crossed[]> {
  const crossed: Crossed[] = [];
  await page.exposeBinding('crossed', (_source, from: Crossed['from'], message: string) => {
    crossed.push({ from, message });
  });
  await page.addInitScript(() => {
    const { crossed } = window as unknown as { crossed(from: string, message: string): void };
    const [here, there] = window.parent === window ? ['page', 'frame'] : ['frame', 'page'];
    const written = (data: unknown) => JSON.stringify(data) ?? String(data);
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...all: [message: unknown]) {
      crossed(here, written(all[0]));
      return Reflect.apply(postMessage, this, all);
    };
    addEventListener('message', ({ data }) => crossed(there, written(data)), { capture: true });
  });
  return crossed;
}

/** Every text and number in a message, however deep. */
function valuesOf(data: unknown): readonly string[] {
  if (typeof data === 'object' && data !== null) return Object.values(data).flatMap(valuesOf);
  return [String(data)];
}

/** What a message tells that it must not: a card never crosses, and the secret goes into the frame only. */
const told = ({ from, message }: Crossed, card: string, secret: string): readonly string[] => [
  ...(message.replace(/[\s-]/g, '').includes(card) ? [`the number, from the ${from}: ${message}`] : []),
  ...(valuesOf(JSON.parse(message)).includes(code) ? [`the code, from the ${from}: ${message}`] : []),
  ...(from === 'frame' && message.includes(secret) ? [`the secret: ${message}`] : []),
];

/** The page's own notes, in the order in which they were taken. */
const toldOf = (page: Page) => page.evaluate(() => (window as unknown as { told: string[] }).told);

/** The form waits a minute before it believes that a payment never arrived: five seconds go by at once. */
const letTimePass = (page: Page) => page.clock.runFor(5_000);

/** Does what the form offers until the bank's page is there, and answers it. */
async function confirm(page: Page, form: Form, mode: Mode): Promise<void> {
  const onward = form.notice.getByRole('button');
  const dialog = page.locator('pay-checkout dialog');
  for (let heard = 0; ;) {
    await expect
      .poll(async () => (await dialog.isVisible()) || (await toldOf(page)).length > heard, {
        timeout: 30_000,
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
        { timeout: 30_000, intervals: [250] },
      )
      .not.toBe('');
    await (offer === 'the form' ? form.button : onward).click();
  }
}

/** All that is kept or shown in a document, and can be read by whoever comes later. */
const keptIn = (frame: Frame) =>
  frame.evaluate(() => {
    const { details } = window as unknown as { details: unknown[] };
    const element = document.querySelector('pay-checkout');
    // A frame of another site has no storage where the browser keeps those apart.
    const storage = (kind: 'sessionStorage' | 'localStorage') => {
      try {
        return { ...window[kind] };
      } catch {
        return {};
      }
    };
    const kept = [
      details,
      storage('sessionStorage'),
      storage('localStorage'),
      document.cookie,
      history.state,
      location.href,
    ];
    return (
      JSON.stringify(kept) +
      (element?.outerHTML.replace(/client-secret="[^"]*"/, '') ?? '') +
      (element?.shadowRoot?.innerHTML ?? '')
    );
  });

async function play(page: Page, run: Run, lane: Lane): Promise<void> {
  const { fault, source, clicks, route, mode } = run;
  const confirms = mode.challenge === 'dialog';
  const number = confirms ? challenged : atOnce;
  const secret = await lane.furnish(run);
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
  await form.number.fill(number);
  await form.expiry.fill('12 / 30');
  await form.name.fill('Sara Ali');
  await form.code.fill(code);
  // Chromium itself repeats a request whose connection dies, so a dropped one is dropped again.
  const times = fault.startsWith('drop') && route === 'fulfil' ? 3 : 1;
  await lane.shop.control('faults', { route, fault, times, ...(route === 'status' && { ms: 1_000 }) });
  await (clicks === 1 ? form.button.click() : form.button.dblclick());

  const wanted = expected[fault][source === 'with' ? 1 : 0];
  const state =
    confirms || wanted.includes('then paid')
      ? 'paid'
      : wanted.startsWith('unknown') && !wanted.includes('again')
        ? 'unknown'
        : 'ready';
  const first = wanted.startsWith('refused') ? 'api' : 'unknown';
  if (confirms) await confirm(page, form, mode);
  await expect
    .poll(
      async () => {
        if (wanted.includes('again')) await letTimePass(page);
        const reached = await page
          .locator('pay-checkout')
          .evaluate((element, state) => element.matches(`:state(${state})`), state);
        return reached && (await toldOf(page)).includes(route === 'status' ? 'unknown' : first);
      },
      { timeout: 30_000, intervals: [250] },
    )
    .toBe(true);
  const said = await toldOf(page);
  const frame =
    mode.form === 'frame' && page.frames().find((frame) => frame.url().includes('/pay-frame.html'));
  const everything = (await keptIn(page.mainFrame())) + (frame ? await keptIn(frame) : '') + sinks.join('\n');

  tally.tried++;
  tally.secondCharges += Math.max(0, (await lane.shop.payments()) - 1);
  tally.falseDeclines += said.filter((status) => status === 'failed').length;
  const grouped = number.replace(/(.{4})(?=.)/g, '$1 ');
  const tokens = await lane.shop.tokens();
  const leaked = [
    ...[number, grouped, `"${code}"`, secret].filter((hidden) => everything.includes(hidden)),
    ...crossed.flatMap((message) => told(message, number, secret)),
    ...tokens.filter(
      (token) => everything.includes(token) || crossed.some((it) => it.message.includes(token)),
    ),
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
const inThePage = (fault: Fault): readonly Run[] =>
  (['without', 'with'] as const).flatMap((source) =>
    ([1, 2] as const).map((clicks): Run => ({ mode: inPage, fault, source, clicks, route: 'fulfil' })),
  );

/** And in the other modes. */
const elsewhere = (fault: Fault): readonly Run[] => [
  { mode: inFrame, fault, source: 'without', clicks: 1, route: 'fulfil' },
  { mode: inFrame, fault, source: 'with', clicks: 1, route: 'fulfil' },
  { mode: inFrame, fault, source: 'with', clicks: 2, route: 'fulfil' },
  { mode: inPageWithDialog, fault, source: 'with', clicks: 1, route: 'fulfil' },
  { mode: inFrameWithDialog, fault, source: 'with', clicks: 1, route: 'fulfil' },
  { mode: inFrameWithDialog, fault, source: 'with', clicks: 1, route: 'status' },
];

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
    test.skip(browserName === 'firefox', cannot.firefox.frames);
    test.setTimeout(120_000);
    await playAll(browser, elsewhere(fault));
  });
}

test('a payment that never arrived is sent again as the same payment on the same intent, and is paid once', async ({
  page,
}) => {
  const lane = lanes[0] as Lane;
  await lane.furnish({ mode: inPage, source: 'with', fault: '500' });
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
  test.skip(browserName === 'firefox', cannot.firefox.frames);
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
