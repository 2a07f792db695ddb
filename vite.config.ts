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

/**
 * Three builds, chosen by mode: `esm` (what npm users import; dependencies stay outside),
 * `script` (one file for a `<script>` tag, everything inside) and `shop` (the demo's pages).
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
    case 'script':
      return {
        plugins: [ascii],
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
