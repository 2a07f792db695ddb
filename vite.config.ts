import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const path = (file: string) => resolve(import.meta.dirname, file);

/** The ESM entries, under the names of the package's `exports`. */
const entries = {
  index: path('src/index.ts'),
  element: path('src/element/index.ts'),
  return: path('src/return/index.ts'),
  server: path('src/server/index.ts'),
  react: path('src/react/index.ts'),
  wire: path('src/wire/index.ts'),
  sandbox: path('src/sandbox/index.ts'),
  'sandbox-cli': path('src/sandbox/cli.ts'),
};

/** A schema that nobody uses is left out: making one has no side effect. */
const treeshake = { manualPureFunctions: ['z', 'maybe', 'open', 'textUpTo'] };

const minified = { compress: true, mangle: true, codegen: true } as const;

/** A script file is read in the encoding of the page that loads it, so it must not need any. */
const ascii: Plugin = {
  name: 'ascii',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      chunk.code = chunk.code.replace(
        /[^\0-\x7f]/g,
        (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

/** The languages that are fetched when a page wants them: a message file each, but the two that are inside. */
const languages = readdirSync(path('src/element/messages'))
  .filter((file) => /^[a-z]{2}(-[A-Z][a-z]{3})?\.ts$/.test(file))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((code) => code !== 'en' && code !== 'ar');

const digestOf = (code: string) =>
  `sha384-${createHash('sha384')
    .update(readFileSync(path(`dist/languages/${code}.js`)))
    .digest('base64')}`;

/** One script file has no parts to fetch, so it fetches its languages as files beside it. */
const beside: Plugin = {
  name: 'beside',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === './load.js' && importer?.endsWith('/messages/languages.ts')
      ? path('src/element/messages/load-beside.ts')
      : undefined,
};

/**
 * Four builds, chosen by mode: `esm` (what npm users import; dependencies stay outside),
 * `languages` (the files beside the script), then `script` (one file for a `<script>` tag, everything else inside)
 * and `shop` (the demo's pages).
 */
export default defineConfig(({ mode }) => {
  switch (mode) {
    case 'esm':
      return {
        build: {
          emptyOutDir: true,
          target: 'es2022',
          sourcemap: true,
          lib: { entry: entries, formats: ['es'] },
          rolldownOptions: {
            treeshake,
            // The compiler's own helpers are no dependency of anybody's.
            external: [/^node:/, /^(?!@oxc-project\/runtime)[a-z@](?!:)/i],
            output: { minify: minified, chunkFileNames: 'chunks/[name]-[hash].js' },
          },
        },
      };
    case 'languages':
      return {
        plugins: [ascii],
        build: {
          emptyOutDir: false,
          target: 'es2022',
          lib: {
            entry: Object.fromEntries(
              languages.map((code) => [`languages/${code}`, path(`src/element/messages/${code}.ts`)]),
            ),
            formats: ['es'],
          },
          rolldownOptions: { output: { minify: minified } },
        },
      };
    case 'script':
      return {
        plugins: [ascii, beside],
        // Written by the build of the languages, which comes first.
        define: {
          LANGUAGE_FILES: JSON.stringify(Object.fromEntries(languages.map((code) => [code, digestOf(code)]))),
        },
        build: {
          emptyOutDir: false,
          target: 'es2022',
          sourcemap: true,
          lib: {
            entry: path('src/index.ts'),
            formats: ['iife'],
            name: 'PayCheckout',
            fileName: () => 'pay-checkout.js',
          },
          rolldownOptions: { treeshake, output: { minify: minified } },
        },
      };
    case 'shop':
    default:
      return {
        build: {
          emptyOutDir: true,
          target: 'es2022',
          outDir: path('.shop'),
          rolldownOptions: {
            input: {
              index: path('index.html'),
              checkout: path('demo/merchant/checkout.html'),
              callback: path('demo/merchant/callback.html'),
            },
          },
        },
      };
  }
});
