import { expect, test } from '@playwright/test';
import { Form } from './form.js';
import { approve, markup, modes } from './modes.js';
import { merchant, returnScript, serveSite, startSandbox, type Merchant, type Running, type Site } from './servers.js';
let sandbox: Running, shop: Merchant, site: Site, body = '';
test.beforeAll(async () => {
  sandbox = await startSandbox();
  shop = merchant(sandbox.url);
  site = await serveSite((url) => {
    if (url.pathname === '/') return `<!doctype html><title>Shop</title>${body}`;
    if (url.pathname === '/back') return `<!doctype html><title>Back</title>${returnScript}<pay-result status-url="/status"></pay-result>`;
    if (url.pathname !== '/status') return undefined;
    return shop.readPayment(url.searchParams.get('id') ?? '').then((json) => ({ status: 200, json }));
  });
});
test.afterAll(async () => { site.close(); await sandbox.kill(); });
for (const mode of modes) for (const script of mode.scripts) test(`${mode.name} ${script}`, async ({ page }) => {
  const secret = (await shop.createIntent({ callback_url: `${site.url}/back` })).client_secret;
  body = markup(mode, sandbox.url, { 'client-secret': secret, 'status-url': '/status' }, script);
  const log: unknown[] = [];
  page.on('console', (m) => console.log(m.text()));
  await page.exposeBinding('heard', (_s, it) => void log.push(it));
  await page.addInitScript(() => {
    if (window.parent !== window) return;
    for (const type of ['ready', 'change', 'invalid', 'attempt', 'redirect', 'outcome', 'error'])
      addEventListener(`pay-${type}`, (event) => {
        const element = event.target as never as { state: string; matches(s: string): boolean };
        (window as never as { heard(x: unknown): void }).heard(`${type} ${element.state} ${element.matches(`:state(${element.state})`)} ${JSON.stringify((event as CustomEvent).detail)}`);
      });
  });
  await page.goto(site.url);
  const form = new Form(page, mode);
  await form.fill('4201320111111010');
  await form.button.click();
  await approve(page, mode);
  await page.waitForURL('**/back?*');
  await expect(page.locator('pay-result').getByText('Payment received')).toBeVisible();
  console.log(log.join('\n').slice(0, 200), log.length, '\n' + log.slice(-5).join('\n'));
});
