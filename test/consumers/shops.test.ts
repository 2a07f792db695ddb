import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Form } from '../e2e/form.js';
import { merchant, startSandbox, type Merchant, type Running, type Site } from '../e2e/servers.js';
import { buildShop, plainPage, scripts } from './build.js';
import { home, root, run, unpacked } from './home.js';
import { rendered, shops } from './list.js';
import { open } from './site.js';
import { visit } from './visit.js';

/** Shops that have installed the package: each is built, opened, and paid in. */
let sandbox: Running;
let shop: Merchant;
let site: Site | undefined;

test.beforeAll(async () => {
  sandbox = await startSandbox();
  shop = merchant(sandbox.url);
  process.env['VITE_PAY_BASE_URL'] = sandbox.url;
});
test.afterEach(() => site?.close());
test.afterAll(() => sandbox.kill());

function expectThePackage(modules: readonly string[]): void {
  expect(modules.some((id) => id.startsWith(join(unpacked, 'dist')))).toBe(true);
  expect(modules.filter((id) => id.startsWith(join(root, 'src')))).toEqual([]);
}

for (const { name, title, built } of shops) {
  test(`${title}: a changed amount arrives, the checkout comes and goes, and a payment is told`, async ({
    page,
  }) => {
    if (built) {
      expectThePackage(await buildShop(name));
      site = await open(join(home, name, 'dist'), shop, new Map());
    } else {
      site = await open(scripts, shop, new Map([['/', plainPage(name, sandbox.url)]]));
    }
    await visit(page, built ? `${site.url}/index.html` : site.url, shop, name);
  });
}

test.describe('rendered on the server', () => {
  let render: (as: string) => Promise<string>;

  test.beforeAll(async () => {
    expectThePackage(await buildShop('react-server'));
    await buildShop('react-server', { ssr: 'server.tsx' });
    render = async (as) => {
      const file = pathToFileURL(join(home, 'react-server/dist/server.js')).href;
      const script = `const { render } = await import(process.argv[1]);
        process.stdout.write(render(process.argv[2], process.argv[3]));`;
      const { code, text } = await run(['--input-type=module', '-e', script, file, as, sandbox.url]);
      expect(code, text).toBe(0);
      return text;
    };
  });

  const tags = {
    tag: () =>
      `<pay-checkout class="checkout" base-url="${sandbox.url}" publishable-key="pk_test_sandbox" intent-url="/intent?quantity=1" amount="10000" currency="SAR"></pay-checkout>`,
    // Its properties are set when the browser has it. The form is there before.
    component: () => `<pay-checkout class="checkout"><template shadowrootmode="open">`,
  };

  test('React takes over the form of the component with what was typed before', async ({ page }) => {
    const app = `<div id="app" data-as="component" data-base-url="${sandbox.url}">${await render('component')}</div>`;
    const folder = join(home, 'react-server/dist');
    const template = readFileSync(join(folder, 'index.html'), 'utf8').replace('<!-- shop -->', app);
    site = await open(folder, shop, new Map([['/', template]]));
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => complaints.push(message.text()));
    let come = () => {};
    const typed = new Promise<void>((resolve) => (come = resolve));
    await page.route('**/*.js', async (route) => {
      await typed;
      await route.continue();
    });
    await page.goto(site.url, { waitUntil: 'commit' });
    const form = new Form(page);
    await expect(form.button).toContainText('100.00');
    await form.number.pressSequentially('4111114005765430');
    const before = await form.number.elementHandle();
    come();
    await expect.poll(() => form.state()).toBe('ready');
    await expect(form.button).toBeEnabled();
    expect(
      await before?.evaluate((input) => input === (input.getRootNode() as ShadowRoot).activeElement),
    ).toBe(true);
    await page.keyboard.press('Tab');
    await expect(form.number).toHaveValue('4111 1140 0576 5430');
    // Drawn again by React, with other values.
    await page.getByRole('button', { name: 'One more' }).click();
    await expect(form.button).toContainText('200.00');
    await expect(form.number).toHaveValue('4111 1140 0576 5430');
    expect(complaints).toEqual([]);
  });

  for (const { as, title } of rendered) {
    test(`${title}: the HTML has the tag, which comes to life in the browser and is paid`, async ({
      page,
    }) => {
      const html = await render(as);
      expect(html).toContain(tags[as]());
      const app = `<div id="app" data-as="${as}" data-base-url="${sandbox.url}">${html}</div>`;
      const folder = join(home, 'react-server/dist');
      const template = readFileSync(join(folder, 'index.html'), 'utf8');
      expect(template).toContain('<!-- shop -->');
      site = await open(folder, shop, new Map([['/', template.replace('<!-- shop -->', app)]]));
      await visit(page, site.url, shop, `react-server-${as}`);
    });
  }
});
