import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const merchant = ['throughput', 'latency', 'crowd', 'start', 'program', 'sweep', 'shared-sweep'];
const parts = ['keystroke', 'load', 'peers', ...merchant.map((part) => `merchant/${part}`)];

/** Those that are named, such as `merchant/sweep`, or all of a folder; without a name, all. */
const named = process.argv.slice(2);
const isNamed = (part) => named.some((name) => part === name || part.startsWith(`${name}/`));
const chosen = named.length > 0 ? parts.filter(isNamed) : parts;
if (chosen.length === 0) {
  console.error(`There is no such part. The parts are: merchant, ${parts.join(', ')}.`);
  process.exit(2);
}

const fileOf = (part) =>
  ['mjs', 'ts']
    .map((ending) => fileURLToPath(new URL(`./${part}.${ending}`, import.meta.url)))
    .find(existsSync);

/** One after another, so that none slows another down. */
for (const part of chosen) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', fileOf(part)], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
