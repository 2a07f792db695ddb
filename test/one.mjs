import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installWhenNeeded } from '../.ci/install.mjs';
import { engineOf, kindOf } from './tiers.mjs';

/** Runs one test file of any kind: `npm run test:one -- test/card/luhn.test.ts`. `ENGINES=firefox` chooses the browser. */
const root = fileURLToPath(new URL('../', import.meta.url));
const [path = '', ...options] = process.argv.slice(2);
const file = relative(`${root}test`, resolve(path)).replaceAll('\\', '/');
if (!path || !existsSync(`${root}test/${file}`)) {
  console.error('Usage: npm run test:one -- test/FOLDER/NAME.test.ts');
  process.exit(2);
}

installWhenNeeded();
const env = { ...process.env, ENGINES: process.env.ENGINES ?? engineOf(file) ?? 'chromium' };
const run = (program, args, shell = false) => {
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env, shell });
  if (status !== 0) process.exit(status ?? 1);
};

// These read dist/. Pages build what they need by themselves.
if (/^(package|readme)\//.test(file)) run('npm', ['run', '--silent', 'build'], process.platform === 'win32');
const runners = {
  node: ['test/node.mjs'],
  component: [
    'node_modules/@web/test-runner/dist/bin.js',
    '--config',
    'test/web-test-runner.config.js',
    '--files',
  ],
  page: ['node_modules/@playwright/test/cli.js', 'test', '-c', 'test/e2e/playwright.config.ts'],
};
run(process.execPath, [...runners[kindOf(file)], `test/${file}`, ...options]);
