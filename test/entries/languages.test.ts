import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { languages } from '../../.ci/vite.plugins.js';
import { allLocales, noScriptMessages } from '../../src/entries/all-locales.js';
import { localeLoader } from '../../src/entries/locale-loader.js';
import { findPageMessages } from '../../src/program/page/page-messages.js';
import { readDocument } from '../readme/documents.mjs';

const folder = readdirSync(new URL('../../src/element/i18n/locales/', import.meta.url), 'utf8')
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();
const inside = ['en', 'ar'];

/** Follows the recipe "add a language" of CONTRIBUTING: each step that is left out fails here or where it says so. */
describe('a language whose file is in src/element/i18n/locales', () => {
  it('is one that the build writes a file for', () => {
    assert.deepEqual([...inside, ...languages].sort(), folder);
  });

  it('is fetched by an app of npm: locale-loader.ts', async () => {
    assert.deepEqual([...inside, ...localeLoader.loadable].sort(), folder);
    for (const code of localeLoader.loadable)
      assert.equal(((await localeLoader.load(code)) as { code?: string }).code, code);
  });

  it('is spoken by a server: all-locales.ts', () => {
    for (const code of folder) {
      const { allMessages, isLoading } = allLocales.resolve(code);
      assert.equal('code' in allMessages && allMessages.code, code);
      assert.equal(isLoading, false, code);
    }
  });

  it('has a sentence for a page without scripts: all-locales.ts', () => {
    assert.deepEqual(Object.keys(noScriptMessages).sort(), folder);
  });

  it('has the texts of the program’s page: page-messages.ts', () => {
    const missing = folder.filter(
      (code) => code !== 'en' && findPageMessages(code) === findPageMessages('en'),
    );
    assert.deepEqual(missing, []);
  });

  it('can be chosen in the playground', () => {
    const settings = readDocument('demo/merchant/pages/playground/settings-form.ts');
    const [, list = ''] = /const languages = \[([^\]]+)\]/.exec(settings) ?? [];
    assert.deepEqual([...list.matchAll(/'([^']+)'/g)].map(([, code]) => code).sort(), folder);
  });

  it('is named by the document of the words', () => {
    const names = new Intl.DisplayNames('en', { type: 'language' });
    const text = readDocument('demo/docs/guides/languages.md').split('\n## ', 1)[0] ?? '';
    for (const code of folder) {
      const { language } = new Intl.Locale(code);
      assert.ok(text.includes(String(names.of(language))), code);
    }
  });
});
