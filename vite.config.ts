import minifyTemplates from 'rollup-plugin-minify-template-literals';
import { defineConfig, type BuildEnvironmentOptions, type EnvironmentOptions } from 'vite';
import { besideBundles, languages } from './.ci/vite.plugins.js';
import { version as packageVersion } from './src/version.js';

/** A classic script is read in the encoding of its page unless a byte order mark names another. */
const utf8 = '\uFEFF';
/** Chromium compiles a file with this first line while it arrives: a form is usable some 90 ms earlier on a slow phone. */
const compileAhead = `${utf8}//# allFunctionsCalledOnLoad`;

const build = (options: BuildEnvironmentOptions): EnvironmentOptions => ({
  consumer: 'client',
  build: options,
});

/**
 * A merchant's server prints the line of an uncaught error, which must not be the whole file. So this keeps its lines and
 * the names of its sources, and needs no map of them.
 */
const readable = { minify: false, sourcemap: false } as const;
const readableOutput = { compress: true, mangle: false, codegen: { removeWhitespace: false } } as const;

/** A file that only modules can load. */
const module = (entry: string, file: string) =>
  build({
    sourcemap: false,
    lib: { entry, formats: ['es'], fileName: () => file },
    rolldownOptions: { output: { postBanner: compileAhead } },
  });

/**
 * Before the one expression that a script file is: a second copy of it ends here, because its Lit would make a second
 * policy for Trusted Types, which a page forbids. An element of another version, or of somebody else, is warned about.
 */
const unlessThere = (tag: string) =>
  `globalThis.customElements?.get("${tag}")?.version=="${packageVersion}"||`;

/** One file for a script tag, with everything inside but what it fetches from beside it. */
const script = (entry: string, file: string, tag = '', sourcemap: 'hidden' | false = 'hidden') =>
  build({
    sourcemap,
    lib: { entry, formats: ['iife'], name: 'PayCheckout', fileName: () => file },
    rolldownOptions: { output: { postBanner: tag ? `${compileAhead}\n${unlessThere(tag)}` : compileAhead } },
  });

/** Servers get what they need of Lit inside: its style sheets' texts, and a few lines that write a template. */
const notLit = /^(?!@oxc-project\/runtime|lit(?:$|\/html)|@lit\/reactive-element)[a-z@](?!:)/i;

/** In the order of building, because a file carries the digests of those that it fetches. */
const environments = {
  /** First, because the entries for npm and for servers load these files too. */
  languages: build({
    emptyOutDir: true,
    sourcemap: false,
    lib: { entry: languages.map((code) => `src/element/i18n/locales/${code}.ts`), formats: ['es'] },
    rolldownOptions: { output: { entryFileNames: 'languages/[name].js', postBanner: utf8 } },
  }),
  /** What users of npm import. Dependencies stay outside, so that an app has one copy of each. */
  npm: build({
    sourcemap: false,
    lib: {
      entry: {
        index: 'src/entries/index.ts',
        element: 'src/entries/element.ts',
        framed: 'src/entries/framed.ts',
        return: 'src/entries/return.ts',
        react: 'src/entries/react.ts',
        'no-page': 'src/entries/no-page.ts',
        'testing/dom': 'src/testing/dom.ts',
        'testing/wallets': 'src/entries/testing/wallets.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      // Every package but the compiler's own helpers.
      external: [/^node:/, /^(?!@oxc-project\/runtime)[a-z@](?!:)/i],
      output: { chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  }),
  /** For servers: the form is written as text there, with a few lines in place of Lit. */
  server: build({
    ...readable,
    lib: {
      entry: {
        'react-server': 'src/entries/react-server.ts',
        server: 'src/entries/server.ts',
        wire: 'src/wire/index.ts',
        // No entry of the package: `server-program.js` loads it beside itself.
        'page-language': 'src/entries/page-language.ts',
        ...Object.fromEntries(
          ['postgres', 'mysql', 'sqlite', 'redis', 'dynamodb', 'memory'].map((store) => [
            `stores/${store}`,
            `src/server/stores/${store}.ts`,
          ]),
        ),
        'stores/testing': 'src/server/stores/testing/index.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external: [/^node:/, notLit],
      // The types have the comments.
      output: {
        minify: readableOutput,
        comments: { jsdoc: false },
        chunkFileNames: 'chunks/[name]-[hash].js',
      },
    },
  }),
  /** Programs for Node. What they are made of is inside, so that they start in a project that has only this package. */
  sandbox: {
    consumer: 'server' as const,
    // `zod` is a dependency of the package. The others are asked for by a schema of their own kind only, which no part has.
    resolve: {
      noExternal: true as const,
      external: ['zod', '@playwright/test', 'msw', 'pg', 'mysql2', 'redis', 'libsql'],
    },
    build: {
      // Hono's source and ours would be a fifth of the package.
      sourcemap: false,
      lib: {
        entry: {
          sandbox: 'src/sandbox/index.ts',
          'sandbox-cli': 'src/sandbox/cli.ts',
          'server-program': 'src/program/run-server.ts',
          'server-program-cli': 'src/program/cli.ts',
          cli: 'src/cli/main.ts',
          testing: 'src/testing/index.ts',
          'testing/playwright': 'src/testing/playwright.ts',
          'testing/webdriver': 'src/testing/webdriver.ts',
          'testing/msw': 'src/testing/msw.ts',
        },
        formats: ['es' as const],
      },
      rolldownOptions: {
        external: [
          /^zod\//,
          // The project under test has its own, and the shop the driver of its database.
          /^(@playwright\/test|msw)$/,
          /^(pg|mysql2|mysql2\/promise|redis|libsql)$/,
          /^(arktype|effect|sury|typebox|valibot|@valibot\/.*|zod-openapi|zod-to-json-schema)$/,
        ],
        output: { chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  challenge: module('src/element/challenge/index.ts', 'pay-challenge.js'),
  lit: module('src/entries/lit-asset.ts', 'pay-lit.js'),
  methods: module('src/element/methods/index.ts', 'pay-methods.js'),
  framed: module('src/entries/framed-script.ts', 'pay-framed.js'),
  script: script('src/entries/script.ts', 'pay-checkout.js', 'pay-checkout'),
  result: script('src/entries/result-script.ts', 'pay-result.js', 'pay-result'),
  // No source map: its sources are those of the script file, which has one.
  frame: script('src/entries/frame.ts', 'pay-frame.js', '', false),
};

export default defineConfig({
  plugins: [minifyTemplates({ include: ['src/**'], failOnError: true }), ...besideBundles],
  define: { LANGUAGES: JSON.stringify(languages.join(' ')) },
  build: {
    emptyOutDir: false,
    target: 'es2022',
    sourcemap: true,
    // Vite leaves the white space of a library in ES modules.
    rolldownOptions: {
      output: { minify: true },
      checks: { bundlerTimings: false },
    },
  },
  environments,
  // Each build reads this file anew. With one config for all, Vite takes libraries for apps and wraps each import().
  builder: {
    async buildApp(builder) {
      for (const name of Object.keys(environments)) await builder.build(builder.environments[name]!);
    },
  },
});
