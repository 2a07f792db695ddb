import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { filesOf, searches } from './suites.js';

/**
 * Runs the tests in Node: the files that are named, with `--searches` those that search, else all others of the suite.
 * Node's own runner starts a process for each file, which costs more than most files do, so those of a folder share one.
 * What takes long, a file or a folder, starts first, so that no processor waits for the last of them.
 */
const long = [
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
mkdirSync(groups, { recursive: true });

function group(files: readonly string[]): string[] {
  for (const old of readdirSync(groups)) rmSync(`${groups}/${old}`);
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
const isSearch = named[0] === '--searches';

function filesToRun(): readonly string[] {
  if (isSearch) return searches.map((file) => `test/${file}`);
  return named.length > 0 ? named : group(filesOf('node').filter((file) => !searches.includes(file)));
}

// The limit counts for a whole file too, and a search shares the processors with all other steps.
const limitMs = isSearch ? 2_400_000 : 600_000;
const { status } = spawnSync(
  process.execPath,
  [
    ...['--import', 'tsx', '--test', '--test-concurrency=3', `--test-timeout=${limitMs}`],
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[
      '--test-reporter=./test/node-report.mjs',
      `--test-reporter-destination=.reports/${isSearch ? 'searches' : 'node'}.json`,
    ],
    ...filesToRun(),
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
