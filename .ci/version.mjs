import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm version` runs this after it has changed package.json, and before it commits: writes the version into the source,
 * into the documents, and over the changes that are not released yet.
 */
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const [, before] = /'(\d[^']*)'/.exec(readFileSync('src/version.ts', 'utf8'));
const today = new Date().toISOString().slice(0, 10);

const rewrite = (file, pattern, replacement) => {
  const text = readFileSync(file, 'utf8');
  if (!pattern.test(text)) throw new Error(`${file} has no ${pattern}.`);
  writeFileSync(file, text.replaceAll(pattern, replacement));
};

rewrite('CHANGELOG.md', /^## Unreleased\n\n(?!##|$)/gm, `## ${version}, ${today}\n\n`);
rewrite('src/version.ts', /'\d[^']*'/g, `'${version}'`);
const documents = readdirSync('demo/docs', { recursive: true }).map((name) => join('demo/docs', name));
const naming = ['README.md', ...documents].filter(
  (file) => file.endsWith('.md') && readFileSync(file, 'utf8').includes(before),
);
for (const file of naming) writeFileSync(file, readFileSync(file, 'utf8').replaceAll(before, version));
execFileSync('git', ['add', 'CHANGELOG.md', 'src/version.ts', ...naming], { stdio: 'inherit' });
