import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { allLocales } from '../src/entries/all-locales.js';

const path = (file: string) => resolve(import.meta.dirname, '..', file);

const digest = (content: Buffer | string, algorithm = 'sha256') =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

const digestOf = (file: string, algorithm?: string) => digest(readFileSync(path(`dist/${file}`)), algorithm);

const stylesIn = (html: string) =>
  [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, text = '']) => text);

/** The languages that a page fetches when it needs them. English and Arabic are inside the script file. */
export const languages = readdirSync(path('src/element/i18n/locales'))
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
      'pay-lit.js',
      'pay-methods.js',
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
    const template = readFileSync(path('src/element/frame/iframe/pay-frame.html'), 'utf8');
    for (const lang of ['en', 'ar', ...languages]) {
      const { direction, allMessages: words } = allLocales.resolve(lang);
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
  applyToEnvironment: ({ name }) => name === 'server',
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

/** In the builds for servers a few lines stand in place of Lit, which wants a page. */
const litOnServer: Plugin = {
  name: 'lit-on-server',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'server',
  resolveId: (id) =>
    id === 'lit/html.js' ? path('src/element/form/server-rendered/lit-on-server.ts') : undefined,
};

/** For test runners, which take the builds for Node and make a page there: the element, and the component for both. */
const reactInNode: Plugin = {
  name: 'react-in-node',
  applyToEnvironment: ({ name }) => name === 'npm',
  generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: 'react-node.js',
      source: "import './index.js';\nexport * from './react-server.js';\n",
    });
  },
};

/**
 * Lit makes one policy for Trusted Types, and a page allows each name once: so that a page with a Lit of its own works
 * beside them, the script files have names of their own.
 */
const policies: Readonly<Record<string, string>> = {
  script: 'pay-checkout',
  frame: 'pay-checkout',
  lit: 'pay-checkout',
  result: 'pay-result',
};
/** Files that are handed what they need of Lit: a Lit of their own would be a second one. */
const withoutLit = ['framed', 'methods', 'challenge'];
const litHtml = /[\\/]lit-html\.js$/;
const ownPolicy = 'createPolicy("lit-html"';

const policyNames: Plugin = {
  name: 'policy-names',
  transform(code, id) {
    const policy = policies[this.environment.name];
    if (policy === undefined || !litHtml.test(id)) return undefined;
    if (code.split(ownPolicy).length !== 2)
      throw new Error('lit-html.js makes its policy in another way than `ownPolicy` says.');
    return { code: code.replace(ownPolicy, `createPolicy("${policy}"`), map: null };
  },
  generateBundle(_options, bundle) {
    const { name } = this.environment;
    const modules = Object.values(bundle).flatMap((it) =>
      it.type === 'chunk' ? Object.keys(it.modules) : [],
    );
    const hasLit = modules.some((id) => litHtml.test(id));
    if (name in policies && !hasLit)
      throw new Error(`${name}: Lit is not in lit-html.js, where \`litHtml\` looks for it.`);
    if (withoutLit.includes(name) && hasLit)
      throw new Error(`${name}: this file must not bring a second Lit.`);
  },
};

/** Files of the package that a build loads instead of a copy of their sources. */
const sharedByBuild: Readonly<Record<string, readonly (readonly [source: RegExp, file: string])[]>> = {
  npm: [],
  server: [],
  sandbox: [
    [/\/src\/entries\/(server|page-language)\.ts$/, 'dist/$1.js'],
    [
      /\/src\/server\/(stores\/(?:postgres|mysql|sqlite|redis|dynamodb|memory|testing))(?:\/index)?\.ts$/,
      'dist/$1.js',
    ],
    [/\/src\/wire\/index\.ts$/, 'dist/wire.js'],
    // What the server's parts throw is caught as an instance of this class: a second copy would not be recognised.
    [/\/src\/error\.ts$/, 'dist/server.js'],
    [/\/src\/program\/run-server\.ts$/, 'dist/server-program.js'],
  ],
};
const sharedLanguages = new RegExp(`/src/element/i18n/locales/(${languages.join('|')})\\.ts$`);

/** One copy of what is published already: the program would else be twice as large, and have errors of its own. */
const sharedFiles: Plugin = {
  name: 'shared-files',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name in sharedByBuild,
  async resolveId(id, importer) {
    if (!importer || !id.startsWith('.')) return undefined;
    const { name } = this.environment;
    // The sandbox keeps its own copy, so that its file needs no other one.
    if (name === 'sandbox' && !/\/src\/(cli|server|program)\//.test(importer)) return undefined;
    const source = (await this.resolve(id, importer, { skipSelf: true }))?.id ?? '';
    for (const [pattern, file] of [
      [sharedLanguages, 'dist/languages/$1.js'] as const,
      ...(sharedByBuild[name] ?? []),
    ]) {
      const [found] = pattern.exec(source) ?? [];
      // A chunk lies in a folder of its own, so each importer gets the path from where it lies.
      if (found !== undefined) return { id: path(found.replace(pattern, file)), external: 'relative' };
    }
    return undefined;
  },
  // The bundler writes these paths by way of `dist`, and wrong ones for `import()`.
  renderChunk(code, { fileName }) {
    return code.replaceAll(/(?:\.\.\/)+dist\//g, '../'.repeat(fileName.split('/').length - 1) || './');
  },
};

/** Parts of libraries that the program never runs: tracing, workers for logs, summaries. They were a sixth of the program's file. */
const unusedParts: Plugin = {
  name: 'unused-parts',
  applyToEnvironment: ({ name }) => name === 'sandbox',
  load: (id) =>
    /\/node_modules\/(?:@opentelemetry\/api|thread-stream|tdigest)\//.test(id) ? 'export {};' : undefined,
};

/** What the build writes beside the bundles. */
export const besideBundles = [
  litOnServer,
  reactInNode,
  policyNames,
  digests,
  framePages,
  declaredForms,
  sharedFiles,
  unusedParts,
];
