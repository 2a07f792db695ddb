import { chromium } from 'playwright';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { findChromium, flags } from '../browser.mjs';

/**
 * From a key stroke to the next frame: ours beside a bare Lit form with four inputs, interleaved in one run, with the
 * processor four times slower. Prints medians in milliseconds. A benchmark and no test: nothing fails by it.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const rounds = 12;

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
const samples = { ours: [], bare: [] };
for (let round = 0; round < rounds; round++) {
  for (const name of Object.keys(pages)) {
    const page = await browser.newPage();
    const cdp = await page.context().newCDPSession(page);
    await page.goto(`http://127.0.0.1:${server.address().port}/${name}`);
    await page.locator('#number').click();
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
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
    });
    for (const digit of '4201320111111010') await page.keyboard.press(digit);
    await page.waitForFunction(() => window.times.length >= 16);
    samples[name].push(...(await page.evaluate(() => window.times)));
    await page.close();
  }
}
await browser.close();
server.close();

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const [ours, lit] = [median(samples.ours), median(samples.bare)];
console.log(`key stroke to frame, median of ${samples.ours.length}: pay-checkout ${ours.toFixed(1)} ms,`);
console.log(`a bare Lit form ${lit.toFixed(1)} ms, difference ${(ours - lit).toFixed(1)} ms`);
