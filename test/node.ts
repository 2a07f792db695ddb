import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { filesOf } from './suites.js';

/**
 * Runs the tests in Node: the files that are named, else all of the suite. Node's own runner starts a process for each
 * file, which costs more than most files do, so those of a folder share one. What takes long, a file or a folder, starts
 * first, so that no processor waits for the last of them.
 */
const long = [
  'element/checkout/exhaustive.test.ts',
  'program/processes.test.ts',
  'server/checkout-processes.test.ts',
  'server',
  'contract',
  'program',
  'package',
  'element/checkout',
  'sandbox',
];

/** These make the globals of a page those of their process, so each has a process for itself. */
const inOwnProcess = /^testing\/(?:happy-dom|jsdom)\./;

const root = fileURLToPath(new URL('../', import.meta.url));
const groups = `${root}.reports/node`;
rmSync(groups, { recursive: true, force: true });
mkdirSync(groups, { recursive: true });

function group(files: readonly string[]): string[] {
  const imports = new Map<string, string>();
  for (const file of files) {
    const folder = /^(element\/[^/]+(?=\/)|[^/]+(?=\/))/.exec(file)?.[0] ?? 'top';
    const place = long.includes(file) ? long.indexOf(file) : long.indexOf(folder);
    // Node's runner sorts the files that it is given by their names.
    const name = inOwnProcess.test(file) ? file : place === -1 ? folder : `${place}-first`;
    const path = `${groups}/${name.replaceAll('/', '-')}.mjs`;
    imports.set(path, `${imports.get(path) ?? ''}await import('../../test/${file}');\n`);
  }
  for (const [path, text] of imports) writeFileSync(path, text);
  return [...imports.keys()];
}

const named = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [
    ...['--import', 'tsx', '--test', '--test-concurrency=3', '--test-timeout=600000'],
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...['--test-reporter=./test/node-report.mjs', '--test-reporter-destination=.reports/node.json'],
    ...(named.length > 0 ? named : group(filesOf('node'))),
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
