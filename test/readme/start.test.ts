import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'node:test';
import { chromium } from 'playwright';
import { findChromium, flags } from '../browser.js';
import { freePort } from '../free-port.js';
import { blocks, writeModules } from './blocks.js';
import { root } from './documents.mjs';

/** The files of "Five minutes to a paid order". */
const files = [
  ...blocks.filter(({ file }) => file === 'server.mjs' || file === 'checkout.html'),
  { file: 'sandbox.env', text: readFileSync(join(root, 'demo/recipes/sandbox.env'), 'utf8') },
];

/** A program whose lines can be waited for. */
function start(t: TestContext, file: string, options: readonly string[], cwd: string) {
  // Other tests of this process set `PAY_…`, which must not reach a shop that has no settings.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PAY_')));
  const child: ChildProcess = spawn(process.execPath, [file, ...options], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill());
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    if (stream)
      createInterface(stream).on('line', (line) => {
        lines.push(line);
        waiting.forEach((look) => look());
      });
  const untilLogged = (what: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => lines.some((line) => line.includes(what)) && resolve();
      waiting.add(look);
      look();
      void once(child, 'exit').then(() => reject(new Error(lines.join('\n'))));
    });
  return { untilLogged };
}

test(
  'the files of the README make a shop, in which a payer pays through 3-D Secure, a webhook counts, and a forged way back does not',
  { timeout: 120_000 },
  async (t) => {
    assert.equal(files.length, 3);
    // Other tests and other programs of this machine may have those of the README.
    const [shopPort, sandboxPort] = [await freePort(), await freePort()];
    const folder = writeModules(`start-${process.pid}`, files, {
      '127.0.0.1:3000': `127.0.0.1:${shopPort}`,
      'port: 3000': `port: ${shopPort}`,
      '127.0.0.1:4010': `127.0.0.1:${sandboxPort}`,
    });
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    // As npm has it after the package is installed.
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/pay-checkout'));

    const sandbox = start(
      t,
      join(root, 'dist/sandbox-cli.js'),
      ['--port', String(sandboxPort), '--db', ':memory:'],
      folder,
    );
    await sandbox.untilLogged('listening on');
    const shop = start(t, '--env-file=sandbox.env', ['server.mjs'], folder);
    await shop.untilLogged('The shop: http://127.0.0.1');
    const bare = start(t, 'server.mjs', [], folder);
    await assert.rejects(bare.untilLogged('The shop'), /`secretKey` is missing/);

    const browser = await chromium.launch({ executablePath: await findChromium(), args: flags });
    t.after(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${shopPort}/`);
    const form = page.locator('pay-checkout');
    await form.locator('[autocomplete="cc-number"]').fill('4201320111111010');
    await form.locator('[autocomplete="cc-exp"]').fill('12/39');
    await form.locator('[autocomplete="cc-csc"]').fill('123');
    await form.locator('[autocomplete="cc-name"]').fill('Noura');
    await form.locator('[part~="button"]').click();
    // The payer's browser does not reach the shop again: the webhook tells the server. Then the payer is back after all.
    await page.route('**/back?*', (route) => route.abort());
    const wayBack = page.waitForRequest('**/back?*');
    await page.getByRole('button', { name: /^Authenticated/ }).click();
    await shop.untilLogged('Order 7: paid');
    const back = (await wayBack).url();
    const again = await browser.newPage();
    await again.goto(back);
    await again.getByRole('heading', { name: 'Order 7: paid' }).waitFor();
    const forged = await again.goto(back.replace(/\bid=[^&]+/, 'id=anything&status=paid'));
    assert.equal(forged?.status(), 503);
    await again.getByRole('heading', { name: 'We do not know yet whether you paid.' }).waitFor();
  },
);
