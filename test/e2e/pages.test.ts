import { expect, type Page } from '@playwright/test';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { version } from '../../src/version.js';
import { Form } from './form.js';
import { inPage } from './modes.js';
import { listenToConsole } from './reports.js';
import {
  asScript,
  openStorefront,
  startSandbox,
  type Answer,
  type Running,
  type Storefront,
} from './servers.js';
import { test } from './worker.js';

const script = readFileSync(new URL('../../dist/pay-checkout.js', import.meta.url), 'utf8');

/** What the tag has inside, as the README says: read where there is no form. */
const own = 'The card form is on its way.';
/** In a folder, where the site itself has no script of the package. */
const src = '/shop/pay-checkout.js';
const plain = `<script src="${src}"></script>`;

let sandbox: Running;
let shop: Storefront;
let secret = '';
/** The page that the site has, and what a script is in its place. */
let page: Answer;
let scripts: Readonly<Record<string, Answer>>;

const element = (
  attributes = '',
) => `<pay-checkout base-url="${sandbox.url}" publishable-key="pk_test_sandbox"
  client-secret="${secret}" amount="10000" currency="SAR" ${attributes}>${own}</pay-checkout>`;

const html = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>Shop</title>${head}</head><body>${body}</body></html>`;

test.beforeAll(async () => {
  // A page opened from a file has the origin `null`.
  sandbox = await startSandbox('--allow-origin', 'null');
  shop = await openStorefront(sandbox, ({ pathname }) => {
    if (pathname === '/') return page;
    // Some browsers ask for one, and say in the console that there is none.
    if (pathname === '/favicon.ico') return { body: '', type: 'image/x-icon' };
    return pathname === '/back' ? html('<h1>Back in the shop</h1>') : scripts[pathname];
  });
});
test.afterAll(async () => {
  shop.close();
  await sandbox.kill();
});
test.beforeEach(async () => {
  await shop.control('reset');
  secret = await shop.newSecret();
  scripts = { [src]: asScript(script) };
});

/** Opens a page of the site, and returns what is logged there, errors included. */
async function open(tab: Page, answer: string | Answer, url = shop.url): Promise<string[]> {
  page = typeof answer === 'string' ? { body: answer } : answer;
  const logged = listenToConsole(tab);
  await tab.goto(url);
  return logged;
}

/** A form is one that pays. */
async function pay(tab: Page, form = new Form(tab)): Promise<void> {
  await form.fill('4111114005765430');
  await form.button.click();
  await tab.waitForURL('**/back?*');
  expect(await shop.payments()).toBe(1);
}

// In the head, and there twice: under a policy, in csp.test.ts.
test.describe('the script stands', () => {
  for (const [where, make] of [
    ['in the head, async', () => html(element(), `<script async src="${src}"></script>`)],
    ['at the end of the body', () => html(element() + plain)],
    ['in a page without a doctype', () => plain + element()],
    ['twice, as a module too', () => html(element(), `<script type="module" src="${src}"></script>${plain}`)],
  ] as const) {
    test(`${where}: the form pays, and the console is silent`, async ({ page: tab }) => {
      const logged = await open(tab, make());
      await pay(tab);
      expect(logged).toEqual([]);
    });
  }
});

test('a device that is offline sends nothing, also if a service worker answers every request without a network', async ({
  page: tab,
}) => {
  const worker = `addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    addEventListener('fetch', (event) => event.respondWith(
      fetch(event.request).catch(() => new Response('Offline', { status: 408 })),
    ));`;
  scripts = { ...scripts, '/worker.js': asScript(worker) };
  await open(tab, html(element() + plain));
  await tab.evaluate(async () => {
    Object.defineProperty(navigator, 'onLine', { value: false });
    // Nothing answers at this port.
    document.querySelector('pay-checkout')?.setAttribute('base-url', 'http://127.0.0.1:9');
    const { serviceWorker } = navigator;
    const controlled = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
    await serviceWorker.register('/worker.js');
    await controlled;
  });
  const form = new Form(tab);
  await form.fill('4111114005765430');
  await form.button.click();
  await expect(form.notice).toContainText('Check your connection and try again.');
  expect(await form.state()).toBe('ready');
});

test('two versions: the first one pays, and the console names both', async ({ page: tab }) => {
  scripts = { ...scripts, '/other.js': asScript(script.replaceAll(version, '9.8.7')) };
  const logged = await open(tab, html(element(), `${plain}<script src="/other.js"></script>`));
  const used = await tab.evaluate(
    () => (customElements.get('pay-checkout') as unknown as { version: string }).version,
  );
  expect(used).toBe(version);
  expect(logged).toEqual([`<pay-checkout> 9.8.7 is not used: ${version} has the name.`]);
  await pay(tab);
});

test('somebody else’s element under the name keeps it, and the console says so', async ({ page: tab }) => {
  scripts = {
    ...scripts,
    '/theirs.js': asScript("customElements.define('pay-checkout', class extends HTMLElement {})"),
  };
  const logged = await open(tab, html(element(), `<script src="/theirs.js"></script>${plain}`));
  await expect(tab.getByText(own)).toBeVisible();
  expect(logged).toEqual([`<pay-checkout> ${version} is not used: another element has the name.`]);
});

test('a page opened from a file pays', async ({ page: tab }) => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-checkout-'));
  writeFileSync(join(folder, 'pay-checkout.js'), script);
  writeFileSync(join(folder, 'shop.html'), html(element(), '<script src="pay-checkout.js"></script>'));
  const logged = await open(tab, '', pathToFileURL(join(folder, 'shop.html')).href);
  await pay(tab);
  expect(logged).toEqual([]);
});

/** What browsers lack that are older than the script's own syntax, or nearly; `content` where nothing could be sent. */
test.describe('in a browser without', () => {
  for (const [what, remove, shown] of [
    [
      'customElements',
      () => Object.assign(Object.defineProperty(window, 'customElements', { value: undefined })),
      'content',
    ],
    ['AbortSignal.timeout', () => delete (AbortSignal as Partial<typeof AbortSignal>).timeout, 'content'],
    ['attachInternals', () => Reflect.deleteProperty(HTMLElement.prototype, 'attachInternals'), 'form'],
    ['custom states', () => Reflect.deleteProperty(ElementInternals.prototype, 'states'), 'form'],
    [
      'custom states that are no dashed names',
      () => {
        const { add } = CustomStateSet.prototype;
        CustomStateSet.prototype.add = function (state) {
          if (!state.startsWith('--'))
            throw new DOMException(`"${state}" does not start with --.`, 'SyntaxError');
          return add.call(this, state);
        };
      },
      'form',
    ],
    [
      'adopted style sheets',
      () =>
        [Document, ShadowRoot].forEach(({ prototype }) =>
          Reflect.deleteProperty(prototype, 'adoptedStyleSheets'),
        ),
      'form',
    ],
    [
      'color-mix()',
      () => {
        const { supports } = CSS;
        CSS.supports = (...text: [string, string?]) =>
          !text.join().includes('color-mix(') && supports(...(text as [string]));
      },
      'content',
    ],
    ['Intl.supportedValuesOf', () => Reflect.deleteProperty(Intl, 'supportedValuesOf'), 'content'],
    ['Intl.Locale', () => Reflect.deleteProperty(Intl, 'Locale'), 'form'],
    ['crypto.randomUUID', () => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'), 'form'],
  ] as const) {
    test(`${what}, there is a form that pays or a text that is read`, async ({ page: tab }) => {
      await tab.addInitScript(remove);
      await open(tab, html(element(), plain));
      if (shown === 'content') await expect(tab.getByText(own)).toBeVisible();
      else await pay(tab);
    });
  }

  for (const colorScheme of ['light', 'dark'] as const)
    test(`light-dark(), a ${colorScheme} page looks as in a browser with it`, async ({ page: tab }) => {
      const look = async () => {
        await open(tab, html(element(), `<style>:root { color-scheme: ${colorScheme} }</style>${plain}`));
        const form = new Form(tab);
        await form.number.fill('1');
        await form.number.blur();
        await form.number.focus();
        return Promise.all(
          [
            form.number,
            form.expiry,
            form.button,
            tab.locator('label').first(),
            tab.locator('.error').first(),
          ].map((it) =>
            it.evaluate((node) =>
              [undefined, '::placeholder'].map((pseudo) => {
                const { color, backgroundColor, borderTopColor, outlineColor } = getComputedStyle(
                  node,
                  pseudo,
                );
                return [color, backgroundColor, borderTopColor, outlineColor];
              }),
            ),
          ),
        );
      };
      const wanted = await look();
      await tab.addInitScript(() => {
        const { supports } = CSS;
        CSS.supports = (...text: [string, string?]) =>
          !text.join().includes('light-dark(') && supports(...(text as [string]));
        const { replaceSync } = CSSStyleSheet.prototype;
        CSSStyleSheet.prototype.replaceSync = function (text) {
          replaceSync.call(this, text.replaceAll('light-dark(', 'no-such-function('));
        };
      });
      expect(await look()).toEqual(wanted);
    });

  for (const [what, name] of [
    ['container units', 'cqi'],
    ['subgrid', 'subgrid'],
  ] as const) {
    test(`${what}, inputs and the button are seen`, async ({ page: tab }) => {
      scripts = { [src]: asScript(script.replaceAll(name, `no-${name}`)) };
      await open(tab, html(element(), plain));
      const form = new Form(tab);
      await expect(form.number).toBeVisible();
      for (const part of [form.number, form.expiry, form.code, form.name, form.button]) {
        const { width, height } = (await part.boundingBox()) ?? { width: 0, height: 0 };
        expect(Math.min(width / 2, height)).toBeGreaterThan(40);
        const edge = await part.evaluate((it) => {
          const { borderTopWidth, borderTopStyle, backgroundColor, color } = getComputedStyle(it);
          const bordered = borderTopStyle !== 'none' && borderTopWidth !== '0px';
          return {
            seen: bordered || backgroundColor !== 'rgba(0, 0, 0, 0)',
            readable: color !== backgroundColor,
          };
        });
        expect(edge).toEqual({ seen: true, readable: true });
      }
      await pay(tab, form);
    });
  }
});

test.describe('the form pays', () => {
  test('under a style sheet that would break any form of the page', async ({ page: tab }) => {
    const css = `
      form, label, input, button, p, ul, li, svg, div { display: none !important; opacity: 0 !important; }
      input, button { position: absolute !important; inset: -9999px !important; pointer-events: none !important; }
      * { box-sizing: content-box !important; margin: 3px !important; padding: 9px !important; max-height: 90vh; }
      [hidden] { display: block !important; }
      #number, .field, .grid, .notice { width: 0 !important; height: 0 !important; }
      ::placeholder { color: red !important; }
      :host, :root { --_text: transparent; --_surface: transparent; }`;
    await open(tab, html(element(), `<style>${css}</style>${plain}`));
    const form = new Form(tab);
    await expect(form.notice).toBeEmpty();
    await expect(form.number).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)');
    await pay(tab, form);
  });

  test('inside another shadow root', async ({ page: tab }) => {
    const host = `<div><template shadowrootmode="open">${element()}</template></div>`;
    const logged = await open(tab, html(host, plain));
    await pay(tab);
    expect(logged).toEqual([]);
  });

  test('in a frame with a sandbox', async ({ page: tab }) => {
    scripts = { ...scripts, '/frame': { body: html(element(), plain) } };
    const sandboxed = 'sandbox="allow-scripts allow-same-origin allow-forms"';
    await open(tab, html(`<iframe src="/frame" ${sandboxed} width="600" height="700"></iframe>`));
    const frame = tab.frameLocator('iframe');
    const form = new Form(tab, inPage, frame.locator('pay-checkout'));
    await form.fill('4111114005765430');
    await form.button.click();
    await expect(frame.getByText('Back in the shop')).toBeVisible();
    expect(await shop.payments()).toBe(1);
  });
});
