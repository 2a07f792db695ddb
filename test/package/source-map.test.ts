import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readMapped } from '../sizes/areas.js';

const root = new URL('../../', import.meta.url);
const script = new URL('dist/pay-checkout.js', root);

/** Texts that are once in the script and once in a source, early and late in the file. */
const tokens: [token: string, source: string][] = [
  ['Security code', 'src/element/i18n/locales/en.ts'],
  ['pay-redirect', 'src/element/browser/events.ts'],
  ['The form is not complete.', 'src/element/form/form-submission.ts'],
  ['pay-attempt was prevented.', 'src/element/browser/form-events.ts'],
  ['Basic ', 'src/element/gateway/fulfil.ts'],
];

describe('the source map of pay-checkout.js', () => {
  const { text, map } = readMapped(script);
  const lines = text.split('\n');

  for (const [token, path] of tokens) {
    test(`leads from ${token} to its line in ${path}`, () => {
      const line = lines.findIndex((it) => it.includes(token));
      const entry = map.findEntry(line, lines[line]?.indexOf(token) ?? -1);
      assert.ok('originalSource' in entry, `${token} is not mapped`);
      assert.equal(new URL(entry.originalSource, script).href, new URL(path, root).href);
      const source = readFileSync(new URL(path, root), 'utf8').split('\n');
      assert.ok(source[entry.originalLine]?.includes(token), source[entry.originalLine]);
    });
  }
});
