import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { allLanguages } from '../src/entries/all-words.js';

const path = (file: string) => resolve(import.meta.dirname, '..', file);

const digest = (content: Buffer | string, algorithm = 'sha256') =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

const digestOf = (file: string, algorithm?: string) => digest(readFileSync(path(`dist/${file}`)), algorithm);

const stylesIn = (html: string) =>
  [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, text = '']) => text);

/** The languages that a page fetches when it needs them. English and Arabic are inside the script file. */
export const languages = readdirSync(path('src/words/languages'))
  .flatMap((file) => /^([a-z]{2}(?:-[A-Z][a-z]{3})?)\.ts$/.exec(file)?.[1] ?? [])
  .filter((code) => code !== 'en' && code !== 'ar');

/**
 * `import digest from 'digest:pay-framed.js'` is the digest of a file that an earlier build has written. Of the
 * languages a script carries one digest only: that of `languages/digests.js`, which has those of all of them.
 */
const digests: Plugin = {
  name: 'digests',
  resolveId: (id) => (id.startsWith('digest:') ? id : undefined),
  load(id) {
    if (!id.startsWith('digest:')) return undefined;
    const code = `export default ${JSON.stringify(digestOf(id.slice('digest:'.length)))};`;
    return { code, map: { mappings: '' } };
  },
  writeBundle(_options, bundle) {
    if (this.environment.name === 'languages') {
      const all = Object.fromEntries(languages.map((code) => [code, digestOf(`languages/${code}.js`)]));
      writeFileSync(path('dist/languages/digests.js'), `export const digests = ${JSON.stringify(all)};\n`);
    }
    // What a page puts into `integrity`.
    for (const file of [
      'pay-checkout.js',
      'pay-result.js',
      'pay-framed.js',
      'pay-challenge.js',
      'pay-saved.js',
    ])
      if (file in bundle) writeFileSync(path(`dist/${file}.sri`), `${digestOf(file, 'sha384')}\n`);
  },
};

/** A template with its places filled: each `{{name}}` has a value. */
const filled = (template: string, values: Readonly<Record<string, string>>) =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`There is no value for {{${name}}}.`);
    return value;
  });

/** The page that a frame shows, in each language, with the form in it: `pay-frame.html` is the English one. */
const framePages: Plugin = {
  name: 'frame-pages',
  applyToEnvironment: ({ name }) => name === 'frame',
  generateBundle() {
    const template = readFileSync(path('src/frame/guest/pay-frame.html'), 'utf8');
    for (const lang of ['en', 'ar', ...languages]) {
      const { direction, words } = allLanguages.speak(lang);
      const form = readFileSync(path(`dist/form/${lang}.html`), 'utf8');
      // The page has no other styles than its own and the form's, whose digests its policy names.
      const styles = [template, form].flatMap(stylesIn).map((text) => `'${digest(text)}'`);
      const values = {
        lang,
        direction,
        title: words.form.form,
        form,
        styles: styles.join(' '),
      };
      this.emitFile({
        type: 'asset',
        fileName: lang === 'en' ? 'pay-frame.html' : `pay-frame.${lang}.html`,
        source: filled(template, values),
      });
    }
  },
};

/** The form as HTML in each language, for servers that run no JavaScript, and the digest of its styles for a policy. */
const declaredForms: Plugin = {
  name: 'declared-forms',
  applyToEnvironment: ({ name }) => name === 'npm',
  async writeBundle() {
    const { href } = pathToFileURL(path('dist/server.js'));
    const { renderForm } = (await import(`${href}?${Date.now()}`)) as { renderForm(of: object): string };
    mkdirSync(path('dist/form'), { recursive: true });
    for (const lang of ['en', 'ar', ...languages])
      writeFileSync(path(`dist/form/${lang}.html`), renderForm({ lang }));
    const [styles = ''] = stylesIn(renderForm({ lang: 'en' }));
    writeFileSync(path('dist/form/style.sha256'), `${digest(styles)}\n`);
  },
};

/** What the build writes beside the bundles. */
export const besideBundles = [digests, framePages, declaredForms];
