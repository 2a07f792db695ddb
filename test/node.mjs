import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { filesOf } from './tiers.mjs';

/** Runs the tests in Node: the files that are named, else all of the tier. Node's own runner finds no patterns before 21. */
const root = fileURLToPath(new URL('../', import.meta.url));
const named = process.argv.slice(2);
mkdirSync(`${root}.reports`, { recursive: true });

const { status } = spawnSync(
  process.execPath,
  [
    ...['--import', 'tsx', '--test', '--test-concurrency=2'],
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...['--test-reporter=tap', '--test-reporter-destination=.reports/node.tap'],
    ...(named.length > 0 ? named : filesOf('node')),
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
