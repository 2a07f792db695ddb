import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import minifyTemplates from 'rollup-plugin-minify-template-literals';
import { defineConfig, type BuildEnvironmentOptions, type EnvironmentOptions, type Plugin } from 'vite';

const path = (file: string) => resolve(import.meta.dirname, file);

function digestOf(file: string, algorithm = 'sha256') {
  const hash = createHash(algorithm).update(readFileSync(path(`dist/${file}`)));
  return `${algorithm}-${hash.digest('base64')}`;
}

/** The languages that a page fetches when it needs them. English and Arabic are inside the script file. */
const languages = readdirSync(path('src/words/languages'))
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

/** The page that a frame shows, in each language, with the form in it: `pay-frame.html` is the English one. */
const framePages: Plugin = {
  name: 'frame-pages',
  applyToEnvironment: ({ name }) => name === 'frame',
  generateBundle() {
    const page = readFileSync(path('src/frame/guest/pay-frame.html'), 'utf8');
    for (const lang of ['en', 'ar', ...languages]) {
      const form = readFileSync(path(`dist/form/${lang}.html`), 'utf8');
      const of = (attribute: string) => new RegExp(` ${attribute}="([^"]*)"`).exec(form)?.[1];
      const html = page
        .replace('lang="en"', `lang="${lang}" dir="${of('dir')}"`)
        .replace(/(<title>).*(?=<)/, `$1${of('aria-label')}`)
        .replace('></pay-checkout>', () => `>${form}</pay-checkout>`);
      // The page has no other styles than its own, whose digests its policy names.
      const digests = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(
        ([, styles = '']) => `'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
      );
      const source = html.replace(/(style-src) 'self'/, `$1 ${digests.join(' ')}`);
      this.emitFile({
        type: 'asset',
        fileName: lang === 'en' ? 'pay-frame.html' : `pay-frame.${lang}.html`,
        source,
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
    const [, styles = ''] = /<style>([^]*?)<\/style>/.exec(renderForm({ lang: 'en' })) ?? [];
    const digest = createHash('sha256').update(styles).digest('base64');
    writeFileSync(path('dist/form/style.sha256'), `sha256-${digest}\n`);
  },
};

/** A classic script is read in the encoding of its page unless a byte order mark names another. */
const utf8 = '\uFEFF';
/** Chromium compiles a file with this first line while it arrives: a form is usable some 90 ms earlier on a slow phone. */
const compileAhead = `${utf8}//# allFunctionsCalledOnLoad`;

const build = (options: BuildEnvironmentOptions): EnvironmentOptions => ({
  consumer: 'client',
  build: options,
});

/** A file that only modules can load. Its sources are in the maps of the entries for npm. */
const module = (entry: string, file: string) =>
  build({
    sourcemap: false,
    lib: { entry, formats: ['es'], fileName: () => file },
    rolldownOptions: { output: { postBanner: compileAhead } },
  });

/** One file for a script tag, with everything inside but what it fetches from beside it. */
const script = (entry: string, file: string, sourcemap: 'hidden' | false = 'hidden') =>
  build({
    sourcemap,
    // Beside the bundler's own minifier, which then shortens the names: one percent less.
    minify: 'terser',
    terserOptions: { ecma: 2020, compress: { passes: 3, inline: 1 }, mangle: false },
    lib: { entry, formats: ['iife'], name: 'PayCheckout', fileName: () => file },
    rolldownOptions: { output: { postBanner: compileAhead } },
  });

/** In the order of building, because a file carries the digests of those that it fetches. */
const environments = {
  /** What users of npm import. Dependencies stay outside, so that an app has one copy of each. */
  npm: build({
    emptyOutDir: true,
    lib: {
      entry: {
        index: 'src/entries/index.ts',
        element: 'src/entries/element.ts',
        framed: 'src/entries/framed.ts',
        return: 'src/entries/return.ts',
        react: 'src/entries/react.ts',
        'react-server': 'src/entries/react-server.ts',
        server: 'src/entries/server.ts',
        wire: 'src/wire/index.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      // Every package but the compiler's own helpers.
      external: [/^node:/, /^(?!@oxc-project\/runtime)[a-z@](?!:)/i],
      output: { chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  }),
  /** A program for Node. What it is made of is inside, so that it starts in a project that has only this package. */
  sandbox: {
    consumer: 'server' as const,
    // `zod` is a dependency of the package. The others are asked for by a schema of their own kind only, which no part has.
    resolve: { noExternal: true as const, external: ['zod'] },
    build: {
      // Hono's source and ours would be a fifth of the package.
      sourcemap: false,
      lib: {
        entry: { sandbox: 'src/sandbox/index.ts', 'sandbox-cli': 'src/sandbox/cli.ts' },
        formats: ['es' as const],
      },
      rolldownOptions: {
        external: [
          /^zod\//,
          /^(arktype|effect|sury|typebox|valibot|@valibot\/.*|zod-openapi|zod-to-json-schema)$/,
        ],
        output: { chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  challenge: module('src/bank-dialog/index.ts', 'pay-challenge.js'),
  saved: module('src/form/saved/index.ts', 'pay-saved.js'),
  languages: build({
    sourcemap: false,
    lib: { entry: languages.map((code) => `src/words/languages/${code}.ts`), formats: ['es'] },
    rolldownOptions: { output: { entryFileNames: 'languages/[name].js', postBanner: utf8 } },
  }),
  framed: module('src/entries/framed-script.ts', 'pay-framed.js'),
  script: script('src/entries/script.ts', 'pay-checkout.js'),
  result: script('src/entries/result-script.ts', 'pay-result.js'),
  // Its sources are those of the script file, whose map is in the package.
  frame: script('src/entries/frame.ts', 'pay-frame.js', false),
};

export default defineConfig({
  plugins: [minifyTemplates({ include: ['src/**'], failOnError: true }), digests, framePages, declaredForms],
  define: { LANGUAGES: JSON.stringify(languages.join(' ')) },
  build: {
    emptyOutDir: false,
    target: 'es2022',
    sourcemap: true,
    // Vite leaves the white space of a library in ES modules.
    rolldownOptions: { output: { minify: true } },
  },
  environments,
  // Each build reads this file anew. With one config for all, Vite takes libraries for apps and wraps each import().
  builder: {
    async buildApp(builder) {
      for (const name of Object.keys(environments)) await builder.build(builder.environments[name]!);
    },
  },
});
