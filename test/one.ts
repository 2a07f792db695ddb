import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kindOf, type Kind } from './suites.js';

/** Runs one test file of any kind: `npm run test:one -- test/element/card/luhn.test.ts`. `ENGINES=firefox` chooses the browser. */
const root = fileURLToPath(new URL('../', import.meta.url));
const [path = '', ...options] = process.argv.slice(2);
const file = relative(`${root}test`, resolve(path)).replaceAll('\\', '/');
if (!file.endsWith('.test.ts') || !existsSync(`${root}test/${file}`)) {
  console.error('Usage: npm run test:one -- test/FOLDER/NAME.test.ts');
  process.exit(2);
}

const onlyEngine = /^(firefox|webkit)\./.exec(basename(file))?.[1];
const env = { ...process.env, ENGINES: process.env['ENGINES'] ?? onlyEngine ?? 'chromium' };

function run(script: string, args: readonly string[] = []): void {
  const { status } = spawnSync('npm', ['run', '--silent', script, '--', ...args], {
    cwd: root,
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

// These read dist/. Pages build what they need by themselves.
if (/^(package|readme)\//.test(file)) run('build');
const scripts: Readonly<Record<Kind, readonly string[]>> = {
  node: ['test:node', `test/${file}`],
  dom: ['test:browser', '--files', `test/${file}`],
  engine: ['test:browser', '--files', `test/${file}`],
  page: ['test:e2e', `test/${file}`],
};
const [script = '', ...args] = scripts[kindOf(file)];
run(script, [...args, ...options]);
