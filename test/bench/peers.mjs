import { chromium } from 'playwright';
import { launchChromium } from '../browser.js';
import { startGuard } from '../network-guard.js';
import { quiet } from './peers/machine.mjs';
import { device, findings, refusals, visit } from './peers/measuring.mjs';
import { empty, files, frameFiles, pagesWith } from './peers/pages.mjs';
import { serve } from './peers/serving.mjs';
import { aimsOf, head, median, rowsOf } from './peers/table.mjs';
import { publish } from './publish.mjs';

/**
 * The card form beside other ones that a shop could take, each as its own documentation includes it: what it costs
 * until a payer on a cheap phone and a slow network can type, and can pay. Each round visits every page once, in random order, each
 * visit when the machine is at rest; the medians count. A benchmark and no test: nothing fails by it.
 */
const rounds = Number(process.env.ROUNDS ?? 9);

const shuffled = (list) =>
  list
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);

const frame = await serve({}, frameFiles);
const pages = pagesWith(frame.origin.replace('127.0.0.1', 'localhost'));
const shop = await serve({ ...pages, empty }, await files());
const served = { origin: shop.origin, brotli: (path) => shop.brotli(path) || frame.brotli(path) };
// Nothing leaves the machine; what would have is counted. One process for page and frame, so that both are as slow.
const options = await launchChromium(await startGuard());
const browser = await chromium.launch({
  ...options,
  args: [
    ...(options.args ?? []),
    '--disable-site-isolation-trials',
    '--disable-features=IsolateOrigins,site-per-process',
  ],
});

const samples = Object.fromEntries(Object.keys(pages).map((name) => [name, []]));
let restless = 0;
for (let round = 0; round < rounds; round++) {
  for (const [name, page] of shuffled(Object.entries(pages))) {
    if (!(await quiet())) restless++;
    samples[name].push(await visit(browser, served, name, page));
  }
}

const results = {};
for (const [name, page] of Object.entries(pages)) {
  const of = (measure) => median(samples[name].map((sample) => sample[measure]));
  results[name] = {
    title: page.title,
    bytes: of('bytes'),
    brotli: of('brotli'),
    scripts: of('scripts'),
    usable: of('usable'),
    payable: of('payable'),
    blocked: of('blocked'),
    longest: of('longest'),
    key: median(samples[name].flatMap(({ keys }) => keys)),
    heap: of('heap'),
    outside: of('outside'),
    findings: await findings(browser, served, name, page),
    refusals: await refusals(browser, served, name, page),
  };
}
const { heap, ...nothing } = await visit(browser, served, 'empty', empty, { keys: false });
await browser.close();
shop.close();
frame.close();

const conditions =
  `Chromium, processor ${device.slower} times slower, network of ${device.down} Mbit/s with ${device.latency} ms of latency; ` +
  `medians of ${rounds} visits.`;
console.log(`\n${conditions} ${restless} of them began on a busy machine.`);
for (const { title, findings: found, refusals: refused } of Object.values(results)) {
  for (const line of [...found, ...refused.violations]) console.log(`  ${title}: ${line}`);
}
publish(
  'peers',
  head,
  rowsOf({ ...results, empty: { ...nothing, title: empty.title, heap, key: undefined } }),
);
publish('aims', ['pay-checkout', 'measured', 'aim: at most', 'met'], aimsOf(results));
