import { expect, test } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Form } from '../e2e/form.js';
import { merchant } from '../e2e/servers.js';
import { freePort } from '../free-port.js';
import { root, unpacked } from './home.js';

/**
 * The walk that the README of the merchant's server describes, in a folder outside the project that has the packed
 * package: its files as they stand, and its commands, but for other ports and for `npm install`, which needs a network.
 */
const recipes = join(root, 'demo/recipes');
let home: string;
let ports: { service: number; shop: number };
const running: ChildProcess[] = [];

test.beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'pay-checkout-walk-'));
  ports = { service: await freePort(), shop: await freePort() };
  const modules = join(home, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  cpSync(unpacked, join(modules, 'pay-checkout'), { recursive: true });
  chmodSync(join(modules, 'pay-checkout/dist/sandbox-cli.js'), 0o755);
  symlinkSync('../pay-checkout/dist/sandbox-cli.js', join(modules, '.bin/pay-checkout-sandbox'));
  for (const name of ['hono', '@hono', 'libsql', 'lit', 'tsx', 'zod'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  writeFileSync(join(home, 'package.json'), '{"name":"shop","private":true,"type":"module"}');
  for (const name of readdirSync(recipes).filter((name) => /\.(ts|env)$/.test(name)))
    writeFileSync(join(home, name), withPorts(readFileSync(join(recipes, name), 'utf8')));
});
test.afterAll(async () => {
  for (const child of running)
    if (child.exitCode === null && child.pid !== undefined) {
      process.kill(-child.pid, 'SIGKILL');
      await once(child, 'exit');
    }
  rmSync(home, { recursive: true, force: true });
});

const withPorts = (text: string) =>
  // At once: a port that a test has may hold the digits of one that is replaced.
  text.replaceAll(/4010|3000/g, (port) => String(port === '4010' ? ports.service : ports.shop));

/** Runs a command in a shell. All that it prints is kept. */
function run(command: string) {
  const child = spawn('sh', ['-c', withPorts(command)], { cwd: home, detached: true });
  running.push(child);
  const printed = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed.text += chunk.toString()));
  return { child, printed };
}

test('a stranger goes from nothing to a paid order by the README alone', async ({ page }) => {
  const commands = readFileSync(join(recipes, 'start.sh'), 'utf8').split('\n');
  const [service, register, start, ...more] = commands.filter((line) => /^(npx|node) /.test(line));
  expect(more).toEqual([]);

  const sandbox = run(service!);
  await expect.poll(() => sandbox.printed.text).toContain('listening');
  const registering = run(register!);
  await once(registering.child, 'exit');
  expect(registering.child.exitCode, registering.printed.text).toBe(0);
  const shop = run(start!);
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${ports.shop}/`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);

  await page.goto(`http://127.0.0.1:${ports.shop}/`);
  const order = page.url().split('/').at(-1)!;
  const form = new Form(page);
  await form.fill('4201320111111010');
  await form.button.click();
  await page.getByRole('button', { name: /^Authenticated/ }).click();
  await expect(page.locator('body')).toHaveText(`Order ${order}: paid`);

  const id = new URL(page.url()).searchParams.get('id') ?? '';
  await expect.poll(() => shop.printed.text).toContain(`Order ${order}: paid, ${id}`);
  const account = merchant(`http://127.0.0.1:${ports.service}/v1`);
  expect(await account.readPayment(id)).toMatchObject({ status: 'paid' });
  // Every message has come and was acknowledged.
  await account.control('clock', { advance: 0 });
  const deliveries = await account.deliveries();
  expect(deliveries.length).toBeGreaterThan(0);
  expect(new Set(deliveries.map(({ response_code }) => response_code))).toEqual(new Set([204]));
});
