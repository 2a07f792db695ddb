import { readFileSync } from 'node:fs';
import { readDocument } from '../readme/documents.mjs';
import { table } from '../readme/table.js';
import { sharesOf } from './areas.js';
import { measure } from './entries.js';

/** Holds every entry under its cap, which is in package.json, and the size that the documents give near the truth. */
const root = new URL('../../', import.meta.url);
const { sizes } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  readonly sizes: Readonly<Record<string, number>>;
};

const script = 'dist/pay-checkout.js';
const problems: string[] = [];

const number = (bytes: number) => bytes.toLocaleString('en');

const measured: [entry: string, bytes: number, cap: number][] = [];
for (const [entry, cap] of Object.entries(sizes)) measured.push([entry, await measure(entry), cap]);
for (const [entry, bytes, cap] of measured)
  if (bytes > cap) problems.push(`${entry} is ${number(bytes)} bytes; its cap is ${number(cap)}.`);

const whole = measured.find(([entry]) => entry === script)?.[1] ?? 0;
for (const path of ['README.md', 'demo/docs/start/why.md', 'test/bench/README.md']) {
  const [, said] = /\b(\d+) kB\b/.exec(readDocument(path)) ?? [];
  // A document need not change with every byte.
  if (Math.abs(Number(said) * 1000 - whole) > whole * 0.02)
    problems.push(`${path} says ${said} kB of ${script}, which has ${number(whole)} bytes.`);
}

console.log(
  table(
    ['entry', 'bytes, gzip', 'cap'],
    measured.map(([entry, bytes, cap]) => [entry, number(bytes), number(cap)]),
  ),
);

const shares = sharesOf(new URL(script, root));
const sum = (key: 'minified' | 'gzip') => shares.reduce((all, share) => all + share[key], 0);
console.log(
  table(
    ['of pay-checkout.js', 'minified', 'gzip'],
    [...shares, { area: 'all', minified: sum('minified'), gzip: sum('gzip') }].map((share) => [
      share.area,
      number(share.minified),
      number(share.gzip),
    ]),
  ),
);

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
