import { expect, test } from '@playwright/test';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Form } from '../e2e/form.js';
import { freePort } from '../free-port.js';
import { blocks } from '../readme/blocks.js';
import { findProgram } from '../server/stores/server-process.js';
import { root, unpacked, type Manifest } from './home.js';

interface Walk {
  readonly name: string;
  readonly opens: string;
  readonly shown: RegExp;
  /** A program that shows the page of the order, for a shop in this language. */
  readonly needs?: string;
}

/**
 * Each quickstart as a stranger follows it, in a folder outside the project that has the packed package: its commands as
 * they stand, but for other ports and for `npm install`, which needs a network.
 */
const walks: readonly Walk[] = [
  { name: 'html-node', opens: '3000/', shown: /^Order 7: paid$/ },
  { name: 'react', opens: '5173/', shown: /^Order 7: paid$/ },
  { name: 'vue', opens: '5173/', shown: /^Order 7: paid$/ },
  { name: 'svelte', opens: '5173/', shown: /^Order 7: paid$/ },
  { name: 'php', opens: '3000/', shown: /^Order \w+: paid$/, needs: 'php' },
  { name: 'express', opens: '3000/', shown: /^Order 7: paid$/ },
  { name: 'python', opens: '3000/', shown: /^Order \w+: paid$/, needs: 'python3' },
  { name: 'ruby', opens: '3000/', shown: /^Order \w+: paid$/, needs: 'ruby' },
  { name: 'go', opens: '3000/', shown: /^Order \w+: paid$/, needs: 'go' },
  { name: 'java', opens: '3000/', shown: /^Order [\w-]+: paid$/, needs: 'javac' },
  {
    name: 'hosted-page',
    opens: '3000/redirect.php?order=1042',
    shown: /^Order 1042: thank you$/,
    needs: 'php',
  },
];

/** A step that is done is seen at once. */
const often = { intervals: [100] };

// Most of each walk is waiting for its servers, and none has anything in common with another.
test.describe.configure({ mode: 'parallel' });

const commandsOf = (name: string) =>
  blocks
    .filter(({ document, language }) => document === `demo/docs/start/${name}.md` && language === 'sh')
    .flatMap(({ text }) => text.trim().split('\n'));

/** What the commands of a quickstart print, and when they have ended. */
function runIn(home: string, command: string, running: ChildProcess[]) {
  const child = spawn('sh', ['-c', command], { cwd: home, detached: true });
  running.push(child);
  const printed = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed.text += chunk.toString()));
  return printed;
}

/** A folder as the first `npm install` of a quickstart leaves it, but for the packages that npm would fetch. */
function install(home: string, commands: readonly string[]): void {
  const modules = join(home, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  cpSync(unpacked, join(modules, 'pay-checkout'), { recursive: true });
  chmodSync(join(modules, 'pay-checkout/dist/sandbox-cli.js'), 0o755);
  chmodSync(join(modules, 'pay-checkout/dist/cli.js'), 0o755);
  symlinkSync('../pay-checkout/dist/sandbox-cli.js', join(modules, '.bin/pay-checkout-sandbox'));
  symlinkSync('../pay-checkout/dist/cli.js', join(modules, '.bin/pay-checkout'));
  const [, , , ...named] =
    commands.find((command) => command.startsWith('npm install ../'))?.split(' ') ?? [];
  const { dependencies } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as Manifest;
  const all = { ...dependencies, ...Object.fromEntries(named.map((name) => [name, '*'])) };
  writeFileSync(
    join(home, 'package.json'),
    JSON.stringify({ name: 'shop', private: true, dependencies: all }),
  );
}

/** Links the packages that the shop's package.json names, and what their commands are called. */
function linkPackages(home: string): void {
  const modules = join(home, 'node_modules');
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(home, 'package.json'), 'utf8'),
  ) as Manifest;
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    if (existsSync(join(modules, name))) continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
    if (existsSync(join(root, 'node_modules/.bin', name)))
      symlinkSync(join(root, 'node_modules/.bin', name), join(modules, '.bin', name));
  }
}

for (const { name, opens, shown, needs } of walks) {
  test(`a stranger goes from nothing to a paid order by the quickstart ${name}`, async ({ page }) => {
    test.skip(needs !== undefined && !findProgram(needs), `${needs} is not installed`);
    const ports = new Map(
      await Promise.all(
        ['3000', '4010', '5173', '8080'].map(async (port) => [port, String(await freePort())] as const),
      ),
    );
    // At once: a port that a test has may hold the digits of one that is replaced.
    const withPorts = (text: string) => text.replaceAll(/4010|3000|5173|8080/g, (port) => ports.get(port)!);
    const home = mkdtempSync(join(tmpdir(), 'pay-checkout-quickstart-'));
    const running: ChildProcess[] = [];
    try {
      const commands = commandsOf(name);
      install(home, commands);
      const isStep = (command: string) => /^(?:cp|mkdir) |pay-checkout init /.test(command);
      for (const command of commands.filter(isStep)) execFileSync('sh', ['-c', command], { cwd: home });
      linkPackages(home);
      for (const file of readdirSync(home).filter((it) => existsSync(join(home, it)) && /\.\w+$/.test(it)))
        writeFileSync(join(home, file), withPorts(readFileSync(join(home, file), 'utf8')));

      const [sandbox = '', ...others] = commands
        .filter((it) => !isStep(it) && !/^npm (?:init|install)/.test(it))
        .map(withPorts);
      const service = runIn(home, sandbox, running);
      await expect.poll(() => service.text, often).toContain('listening');
      const printed = others.map((command) => runIn(home, command, running));
      const url = withPorts(`http://127.0.0.1:${opens}`);
      const isOpen = () =>
        fetch(url, { redirect: 'manual' }).then(
          ({ status }) => status < 400,
          () => false,
        );
      await expect
        .poll(isOpen, {
          timeout: 90_000,
          ...often,
          message: printed.map(({ text }) => text).join('\n'),
        })
        .toBe(true);
      // The server has registered its webhook, and a program of its own is ready for the shop's redirect.
      await expect.poll(() => printed[0]?.text, often).toMatch(/The shop|listening/);

      await page.goto(url);
      const form = new Form(page);
      await form.fill('4201320111111010');
      await form.button.click();
      const authenticate = () => page.getByRole('button', { name: /^Authenticated/ }).click();
      if (needs === undefined) {
        // The payer never comes back at first: the webhook alone says that the order is paid.
        await page.route('**/back?*', (route) => route.abort());
        const back = page.waitForRequest('**/back?*');
        await authenticate();
        const returnUrl = (await back).url();
        await expect.poll(() => printed[0]?.text, often).toContain('Order 7: paid');
        await page.unroute('**/back?*');
        await page.goto(returnUrl);
      } else await authenticate();
      await expect(page.getByRole('heading')).toHaveText(shown);
      if (needs !== undefined) await expect.poll(() => printed[0]?.text, often).toContain('paid');
      if (needs === undefined) {
        const forged = await page.goto(page.url().replace(/\bid=[^&]+/, 'id=anything&status=paid'));
        expect(forged?.status()).toBe(503);
      }
    } finally {
      for (const child of running)
        if (child.exitCode === null && child.pid !== undefined) {
          const exited = once(child, 'exit');
          process.kill(-child.pid, 'SIGKILL');
          await exited;
        }
      rmSync(home, { recursive: true, force: true });
    }
  });
}
