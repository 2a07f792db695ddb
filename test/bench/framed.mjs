import { readFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { launchChromium } from '../browser.mjs';
import { startGuard } from '../outside.mjs';
import { quiet } from './peers/machine.mjs';
import { device, throttle } from './peers/measuring.mjs';
import { files, pages } from './peers/pages.mjs';
import { serve } from './peers/serving.mjs';
import { median } from './peers/table.mjs';
import { watch } from './peers/watch.mjs';
import { publish } from './publish.mjs';

/**
 * How much later a payer can type where the form is in a frame of another origin, on a cheap phone and a slow network:
 * both pages with the connection to the shop open and nothing cached. A benchmark and no test: nothing fails by it.
 */
const rounds = Number(process.env.ROUNDS ?? 15);
const root = new URL('../../', import.meta.url);
const dist = (file) => readFileSync(new URL(`dist/${file}`, root));

const frame = await serve(
  {},
  {
    '/pay-frame.html': String(dist('pay-frame.html')).replace(
      'https://shop.example.com',
      'http://127.0.0.1:*',
    ),
    '/pay-frame.js': dist('pay-frame.js'),
  },
);
const frameOrigin = frame.origin.replace('127.0.0.1', 'localhost');

const attributes = `base-url="https://api.example.com/v1" publishable-key="pk_test_1"
  client-secret="pi_secret_1" amount="10000" currency="SAR"`;
const both = {
  'in the page': pages.ours,
  'in a frame': {
    title: 'pay-checkout in a frame',
    body: `<script type="module" src="/pay-framed.js"></script>
      <pay-checkout frame-src="${frameOrigin}/pay-frame.html" ${attributes}></pay-checkout>`,
    number: pages.ours.number,
  },
};
const names = { 'in the page': 'ours', 'in a frame': 'framed' };
const { origin, close } = await serve(
  { ours: both['in the page'], framed: both['in a frame'], empty: { title: 'empty', body: '' } },
  { ...(await files()), '/pay-framed.js': dist('pay-framed.js') },
);

// One process for page and frame, so that both are as slow.
const options = await launchChromium(await startGuard());
const browser = await chromium.launch({
  ...options,
  args: [
    ...(options.args ?? []),
    '--disable-site-isolation-trials',
    '--disable-features=IsolateOrigins,site-per-process',
  ],
});

/** Milliseconds from the start of the page's navigation until the card number can be typed, wherever it is. */
async function visit(name) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.addInitScript(watch, pages.ours.number);
    await page.goto(`${origin}/open/empty.html`);
    await throttle(await context.newCDPSession(page));
    await page.goto(`${origin}/open/${names[name]}.html`, { waitUntil: 'commit' });
    const began = await page.evaluate(() => performance.timeOrigin);
    const where =
      name === 'in a frame'
        ? await (await page.locator('pay-checkout iframe').elementHandle()).contentFrame()
        : page;
    await where.waitForURL(/pay-frame|ours/);
    return (await where.evaluate(() => globalThis.usable.then((at) => performance.timeOrigin + at))) - began;
  } finally {
    await context.close();
  }
}

const times = { 'in the page': [], 'in a frame': [] };
for (let round = 0; round < rounds; round++) {
  for (const name of Object.keys(times)) {
    await quiet();
    times[name].push(await visit(name));
  }
}
await browser.close();
close();
frame.close();

const [page, framed] = Object.values(times).map(median);
console.log(
  `\nProcessor ${device.slower} times slower, ${device.down} Mbit/s, ${device.latency} ms of latency; ${rounds} visits.`,
);
publish(
  'framed',
  ['the form is', 'usable after', 'beside the page'],
  [
    ['in the page', `${Math.round(page)} ms`, '1.00 ×'],
    ['in a frame of another origin', `${Math.round(framed)} ms`, `${(framed / page).toFixed(2)} ×`],
  ],
);
