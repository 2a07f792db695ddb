import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import MagicString from 'magic-string';
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

/** A classic script is read in the encoding of the page that loads it, unless the file says its own: by a byte order mark. */
const utf8: Plugin = {
  name: 'utf8',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = `\uFEFF${chunk.code}`;
  },
};

/** Blanks that only the source needs: between CSS tokens, and where a template's line breaks. */
const shorter: Readonly<Record<string, (text: string) => string>> = {
  css: (text) =>
    text
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([{};,]) ?/g, '$1')
      .replaceAll(': ', ':')
      .replaceAll(';}', '}'),
  html: (text) => text.replace(/\s*\n\s*/g, ' '),
};

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly tag?: { readonly name?: string };
  readonly quasi?: { readonly quasis: readonly Node[] };
}

const templates: Plugin = {
  name: 'templates',
  enforce: 'post',
  transform(code, id) {
    if (!id.startsWith(path('src/')) || !/\b(html|css)`/.test(code)) return undefined;
    const text = new MagicString(code);
    JSON.stringify(this.parse(code), (_key, value: Partial<Node> | null) => {
      const shorten = value?.type === 'TaggedTemplateExpression' && shorter[value.tag?.name ?? ''];
      if (shorten) {
        for (const { start, end } of value.quasi?.quasis ?? []) {
          if (end > start) text.overwrite(start, end, shorten(code.slice(start, end)));
        }
      }
      return value;
    });
    return { code: text.toString(), map: text.generateMap({ hires: true }) };
  },
};

/** The languages that are fetched when a page wants them: a message file each, but the two that are inside. */
const languages = readdirSync(path('src/element/messages'))
  .filter((file) => /^[a-z]{2}(-[A-Z][a-z]{3})?\.ts$/.test(file))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((code) => code !== 'en' && code !== 'ar');

const digestOf = (name: string) =>
  `sha256-${createHash('sha256')
    .update(readFileSync(path(`dist/languages/${name}.js`)))
    .digest('base64')}`;

/** The digests of the language files in a file of their own, so that the script carries only that one's. */
const digests: Plugin = {
  name: 'digests',
  writeBundle() {
    const all = JSON.stringify(Object.fromEntries(languages.map((code) => [code, digestOf(code)])));
    writeFileSync(path('dist/languages/digests.js'), `export const digests = ${all};\n`);
  },
};

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
        plugins: [templates],
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
        plugins: [utf8, digests],
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
        plugins: [templates, utf8, beside],
        // Written by the build of the languages, which comes first.
        define: {
          LANGUAGES: JSON.stringify(languages.join(' ')),
          DIGESTS: JSON.stringify(digestOf('digests')),
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
