import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { join } from 'node:path';
import { readDocument, root } from './documents.mjs';

const folder = join(root, 'node_modules/moyasar-payment-form');
const published = readFileSync(join(folder, 'dist/moyasar.mjs'), 'utf8');
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
const text = readDocument('demo/docs/guides/migrate.md');

/** The options in the first column of the tables; one with a dot names two. */
const documented = [...text.matchAll(/^\| (`[^|]+`[^|]*) \|/gm)]
  .flatMap(([, cell = '']) => cell.match(/`[\w.]+`/g) ?? [])
  .flatMap((name) => name.slice(1, -1).split('.'));

/** What the form reads of the configuration that a page gives it, by the code that checks and completes it. */
function optionsOf(code: string): string[] {
  const start = code.indexOf('On initiating must be a promise');
  const checks = code.slice(start, code.indexOf('static init', start));
  const own = [...checks.matchAll(/\bA\.([a-z][a-z_0-9]*)\b(?!\()/g)].map(([, name = '']) => name);
  return [...new Set(own)].filter((name) => !['constructor', 'toString', 'every'].includes(name));
}

describe('the way from the published form', () => {
  it('is about the version that this project runs', () => {
    assert.ok(text.includes(`version ${version}`));
  });

  it('names every option that the published form reads', () => {
    const options = optionsOf(published);
    assert.ok(options.length > 25, options.join());
    assert.deepEqual(
      options.filter((name) => !documented.includes(name)),
      [],
    );
  });

  it('names no option that the published form does not have', () => {
    assert.deepEqual(
      documented.filter((name) => !new RegExp(`\\b${name}\\b`).test(published)),
      [],
    );
  });
});
