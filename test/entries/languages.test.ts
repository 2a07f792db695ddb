import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { languages } from '../../.ci/vite.plugins.js';
import { localeRegistry } from '../../src/entries/all-messages.js';
import { source } from '../../src/entries/bundled-languages.js';
import { noScript } from '../../src/i18n/before-script.js';
import { readDocument } from '../readme/documents.mjs';

const folder = readdirSync(new URL('../../src/i18n/locales/', import.meta.url), 'utf8')
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();
const inside = ['en', 'ar'];

/** Follows the recipe "add a language" of CONTRIBUTING: each step that is left out fails here or where it says so. */
describe('a language whose file is in src/i18n/locales', () => {
  it('is one that the build writes a file for', () => {
    expect([...inside, ...languages].sort()).to.deep.equal(folder);
  });

  it('is fetched by an app of npm: bundled-languages.ts', async () => {
    expect([...inside, ...source.loadable].sort()).to.deep.equal(folder);
    for (const code of source.loadable) expect(await source.load(code)).to.have.property('code', code);
  });

  it('is spoken by a server: all-messages.ts', () => {
    for (const code of folder) {
      const { words, awaited } = localeRegistry.speak(code);
      expect(words, code).to.have.property('code', code);
      expect(awaited, code).to.equal(false);
    }
  });

  it('has a sentence for a page without scripts: before-script.ts', () => {
    expect(Object.keys(noScript).sort()).to.deep.equal(folder);
  });

  it('can be chosen in the playground', () => {
    const settings = readDocument('demo/merchant/pages/playground/settings-form.ts');
    const [, list = ''] = /const languages = \[([^\]]+)\]/.exec(settings) ?? [];
    expect([...list.matchAll(/'([^']+)'/g)].map(([, code]) => code).sort()).to.deep.equal(folder);
  });

  it('is named by the document of the words', () => {
    const names = new Intl.DisplayNames('en', { type: 'language' });
    const text = readDocument('src/i18n/README.md').split('\n## ', 1)[0] ?? '';
    for (const code of folder) {
      const { language } = new Intl.Locale(code);
      expect(text, code).to.contain(names.of(language));
    }
  });
});
