import { expect } from 'chai';
import { mkdirSync, writeFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { networks } from '../../../src/element/card/networks.js';
import { getNetworkName } from '../../../src/element/form/marks.js';
import type { LocaleFile } from '../../../src/element/i18n/messages.js';
import { table } from '../../readme/table.js';
import { places } from './places.js';
import { codes, loadAll, texts } from './tables.js';

/**
 * Every text of every language is written beside the English one into `.reports/texts.md`, so that a speaker of the
 * language can check it without the code.
 */
let files: ReadonlyMap<string, LocaleFile>;
before(async () => {
  files = await loadAll();
});

/** By path; of a sentence with something in it, the first example. */
const textsOf = (code: string): ReadonlyMap<string, string> => {
  const file = files.get(code)!;
  // A language has only the names that are not the label.
  const found = new Map<string, string>(
    networks.map((network) => [`form.networks.${network}`, getNetworkName(file.form, network)]),
  );
  for (const { path, text } of texts(file))
    if (!found.has(path)) found.set(path, text.replace('\0', '100.00'));
  return found;
};

it('every text has a place where a payer meets it, and every place has a text', () => {
  expect([...textsOf('en').keys()].sort()).to.deep.equal(Object.keys(places).sort());
});

after(() => {
  const english = textsOf('en');
  const nameOf = new Intl.DisplayNames('en', { type: 'language' });
  const sections = codes
    .filter((code) => code !== 'en')
    .map((code) => {
      const own = textsOf(code);
      const rows = Object.entries(places).map(([path, place]) => [
        place,
        english.get(path) ?? '',
        own.get(path) ?? '',
      ]);
      const shown = table(['place', 'English', nameOf.of(code) ?? code], rows);
      return `<details><summary>${nameOf.of(code)} (<code>${code}</code>)</summary>\n\n${shown}\n\n</details>`;
    });
  const folder = new URL('../../../.reports/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('texts.md', folder), sections.join('\n\n'));
});
