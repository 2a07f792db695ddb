import { chromium } from 'playwright';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { findChromium, flags } from '../browser.mjs';
import { publish } from './publish.mjs';

/**
 * From a key stroke to the next frame: ours beside a bare Lit form with four inputs, interleaved in one run, at full
 * speed and with the processor four times slower. The bare form is measured twice: the difference between the two is
 * what the machine's own noise amounts to. A benchmark and no test: nothing fails by it.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const rounds = 8;

const bare = `
  import { LitElement, html } from 'lit';
  class BareForm extends LitElement {
    static properties = { values: { state: true } };
    constructor() { super(); this.values = {}; }
    render() {
      const field = (name) => html\`<label>\${name} <input id=\${name} @input=\${(event) => {
        this.values = { ...this.values, [name]: event.target.value };
      }} /></label><p>\${this.values[name]?.length ?? 0}</p>\`;
      return html\`<form>\${['number', 'expiry', 'cvc', 'name'].map(field)}<button>Pay</button></form>\`;
    }
  }
  customElements.define('bare-form', BareForm);
`;

const { output } = await build({
  root,
  configFile: false,
  logLevel: 'error',
  plugins: [
    {
      name: 'bare',
      resolveId: (id) => (id === 'bare-form' ? `${root}bare-form.js` : undefined),
      load: (id) => (id === `${root}bare-form.js` ? bare : undefined),
    },
  ],
  build: { write: false, rolldownOptions: { input: 'bare-form' } },
});

const pages = {
  ours: `<script src="/pay-checkout.js"></script><pay-checkout base-url="http://127.0.0.1/v1"
    publishable-key="pk_test_1" client-secret="pi_secret_1" amount="10000"></pay-checkout>`,
  bare: '<script type="module" src="/bare.js"></script><bare-form></bare-form>',
};
const scripts = {
  '/pay-checkout.js': readFileSync(`${root}dist/pay-checkout.js`),
  '/bare.js': output[0].code,
};
const server = createServer(({ url }, response) => {
  const page = pages[url.slice(1)];
  response.setHeader('content-type', page ? 'text/html; charset=utf-8' : 'text/javascript');
  response.end(page ? `<!doctype html>${page}` : (scripts[url] ?? ''));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const browser = await chromium.launch({ executablePath: await findChromium(), args: flags });

/** Types a card number as a person would, the next key when the screen has come to rest, and times each. */
async function type(name, slower) {
  const page = await browser.newPage();
  const cdp = await page.context().newCDPSession(page);
  await page.goto(`http://127.0.0.1:${server.address().port}/${name.replace(/\W.*/, '')}`);
  await page.locator('#number').click();
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.evaluate(() => {
    window.times = [];
    addEventListener(
      'keydown',
      () => {
        const pressed = performance.now();
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => window.times.push(performance.now() - pressed);
          channel.port2.postMessage(0);
        });
      },
      true,
    );
    // Not in step with the screen's own clock.
    window.rest = (count) =>
      new Promise((resolve) => {
        const look = () =>
          window.times.length < count
            ? requestAnimationFrame(look)
            : requestAnimationFrame(() => setTimeout(resolve, 20 + 16 * Math.random()));
        look();
      });
  });
  for (const [index, digit] of [...'4201320111111010'].entries()) {
    await page.keyboard.press(digit);
    await page.evaluate((count) => window.rest(count), index + 1);
  }
  const times = await page.evaluate(() => window.times);
  await page.close();
  return times;
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const rows = [];
for (const slower of [1, 4]) {
  const samples = { ours: [], bare: [], 'bare again': [] };
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(samples)) samples[name].push(...(await type(name, slower)));
  }
  const [ours, bareForm, again] = Object.values(samples).map(median);
  const cells = [ours, bareForm, again, ours - (bareForm + again) / 2].map((ms) => `${ms.toFixed(1)} ms`);
  rows.push([slower === 1 ? 'as it is' : `${slower} times slower`, ...cells, '4 ms']);
}
publish(
  'keystroke',
  ['processor', 'pay-checkout', 'bare Lit form', 'the same again', 'difference', 'aim: at most'],
  rows,
);
await browser.close();
server.close();
