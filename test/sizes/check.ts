import { readFileSync } from 'node:fs';
import { published } from '../readme/documents.mjs';
import { table } from '../readme/table.js';
import { sharesOf } from './areas.js';
import { measure } from './entries.js';

/**
 * Holds every entry under its cap, which is in package.json, and the document's tables of bytes near the truth.
 * `UPDATE_README=1 node --import tsx test/sizes/check.ts` writes them anew.
 */
const root = new URL('../../', import.meta.url);
const { sizes } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  readonly sizes: Readonly<Record<string, number>>;
};

const script = 'dist/pay-checkout.js';
const problems: string[] = [];

/** The document need not change with every byte: a number may be off by this much of the whole script file. */
const tolerance = 0.02;

const number = (bytes: number) => bytes.toLocaleString('en');
const numbersIn = (text: string) =>
  text.split(/[\s|]+/).flatMap((word) => (/^[\d,]+$/.test(word) ? [Number(word.replaceAll(',', ''))] : []));
const wordsIn = (text: string) => text.replaceAll(/[\d,]+/g, '#');

function publish(name: string, generated: string, whole: number) {
  console.log(`\n${generated}`);
  const said = published(name, generated);
  const [now, then] = [numbersIn(generated), numbersIn(said)];
  const far = now.some((bytes, at) => Math.abs(bytes - (then[at] ?? NaN)) > whole * tolerance);
  if (far || wordsIn(said) !== wordsIn(generated))
    problems.push(
      `The document's table of ${name} is another one: UPDATE_README=1 node --import tsx test/sizes/check.ts`,
    );
}

const measured: [entry: string, bytes: number, cap: number][] = [];
for (const [entry, cap] of Object.entries(sizes)) measured.push([entry, await measure(entry), cap]);
for (const [entry, bytes, cap] of measured)
  if (bytes > cap) problems.push(`${entry} is ${number(bytes)} bytes; its cap is ${number(cap)}.`);

const whole = measured.find(([entry]) => entry === script)?.[1] ?? 0;
publish(
  'entries',
  table(
    ['entry', 'bytes, gzip', 'cap'],
    measured.map(([entry, bytes, cap]) => [entry.replace(/^[^,]+/, '`$&`'), number(bytes), number(cap)]),
  ),
  whole,
);

const shares = sharesOf(new URL(script, root));
const sum = (key: 'minified' | 'gzip') => shares.reduce((all, share) => all + share[key], 0);
publish(
  'sizes',
  table(
    ['of `pay-checkout.js`', 'minified', 'gzip'],
    [...shares, { area: 'all', minified: sum('minified'), gzip: sum('gzip') }].map((share) => [
      share.area,
      number(share.minified),
      number(share.gzip),
    ]),
  ),
  whole,
);

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
