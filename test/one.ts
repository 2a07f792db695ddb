import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commands, kindOf } from './suites.js';

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

function run(args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}

// These read dist/. Pages build what they need by themselves.
if (/^(package|readme)\//.test(file)) run(['.ci/build.mjs']);
const kind = kindOf(file);
const named = kind === 'dom' || kind === 'engine' ? ['--files'] : [];
run([...commands[kind], ...named, `test/${file}`, ...options]);
