import { chromium } from 'playwright';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findChromium, flags } from '../browser.js';
import { bareForm, bundle } from './bundle.mjs';
import { cardNumber, timeKeys } from './keys.mjs';
import { median } from './peers/table.mjs';
import { publish } from './publish.mjs';

/**
 * From a key stroke to the next frame: ours beside a bare Lit form with four inputs, interleaved in one run, at full
 * speed and with the processor four times slower. The bare form is measured twice: the difference between the two is
 * what the machine's own noise amounts to. A benchmark and no test: nothing fails by it.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const rounds = 8;

const pages = {
  ours: `<script src="/pay-checkout.js"></script><pay-checkout base-url="http://127.0.0.1/v1"
    publishable-key="pk_test_1" client-secret="pi_secret_1" amount="10000"></pay-checkout>`,
  bare: '<script type="module" src="/bare-form.js"></script><bare-form></bare-form>',
};
const scripts = {
  '/pay-checkout.js': readFileSync(`${root}dist/pay-checkout.js`),
  ...(await bundle('bare-form', bareForm)),
};
const server = createServer(({ url }, response) => {
  const page = pages[url.slice(1)];
  response.setHeader('content-type', page ? 'text/html; charset=utf-8' : 'text/javascript');
  response.end(page ? `<!doctype html>${page}` : (scripts[url] ?? ''));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const browser = await chromium.launch({ executablePath: await findChromium(), args: flags });

/** A visit in which a card number is typed: the milliseconds of each key. */
async function type(name, slower) {
  const page = await browser.newPage();
  const cdp = await page.context().newCDPSession(page);
  await page.goto(`http://127.0.0.1:${server.address().port}/${name.replace(/\W.*/, '')}`);
  await page.locator('#number').click();
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const times = await timeKeys(page, cardNumber);
  await page.close();
  return times;
}

const rows = [];
for (const slower of [1, 4]) {
  const samples = { ours: [], bare: [], 'bare again': [] };
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(samples)) samples[name].push(...(await type(name, slower)));
  }
  const [ours, bare, again] = Object.values(samples).map(median);
  const cells = [ours, bare, again, ours - (bare + again) / 2].map((ms) => `${ms.toFixed(1)} ms`);
  rows.push([slower === 1 ? 'full speed' : `${slower} times slower`, ...cells, '4 ms']);
}
publish(
  'keystroke',
  ['processor', 'pay-checkout', 'bare Lit form', 'the same again', 'difference', 'aim: at most'],
  rows,
);
await browser.close();
server.close();
