import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import MagicString from 'magic-string';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { version } from './src/version.js';

const path = (file: string) => resolve(import.meta.dirname, file);

/** The ESM entries, under the names of the package's `exports`. */
const entries = {
  index: path('src/entries/index.ts'),
  element: path('src/entries/element.ts'),
  return: path('src/entries/return.ts'),
  server: path('src/server/index.ts'),
  react: path('src/entries/react.ts'),
  framed: path('src/entries/framed.ts'),
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

/** What only the source needs: in a sheet blanks and the zero before a point, in a template its line breaks. */
const shorter: Readonly<Record<string, (text: string) => string>> = {
  css: (text) =>
    text
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([{};,]) ?/g, '$1')
      .replaceAll(': ', ':')
      .replace(/(?<=[ :,(])0(?=\.)/g, '')
      .replaceAll(';}', '}'),
  html: (text) => text.replace(/(?<=>)\s*\n\s*|\s*\n\s*(?=[<>])/g, '').replace(/\s*\n\s*/g, ' '),
};

/**
 * A copy of Lit that only the script has keeps apart from the page's. The name of a policy can be taken once, and the
 * page's own Lit may need it; it would warn of a second version; and what patches it would patch the script's too.
 */
const ownLit: readonly (readonly [found: RegExp, instead: string, times: number])[] = [
  [/(?<=\.createPolicy\()"lit-html"/g, '"pay-checkout"', 1],
  [/\([\w$]+\.\w+Versions \?\?= \[\]\)\.push\("[\d.]+"\)/g, '0', 3],
  [/[\w$]+\.(reactiveElement|litHtml|litElement)(Polyfill|Hydrate)Support\b/g, '(void 0)', 4],
  // What decorators would note, in the page's own globals. There are none.
  [/Symbol\.metadata \?\?= Symbol\("metadata"\), [\w$]+\.litPropertyMetadata \?\?= [^;,]+(?=[;,])/g, '0', 1],
  [/this\[Symbol\.metadata\]/g, 'null', 1],
  // What it says to who writes an expression in a sheet; ours has none.
  [/Value passed to 'css' function must be a 'css' function result: /g, 'css', 1],
  [/\. Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security\./g, '', 1],
  // And to who renders what is no template.
  [/"invalid template strings array"/g, '', 1],
];

const apart: Plugin = {
  name: 'apart',
  renderChunk(code) {
    const text = new MagicString(code);
    for (const [found, instead, times] of ownLit) {
      const all = [...code.matchAll(found)];
      if (all.length !== times) throw new Error(`Lit has changed: ${found} is there ${all.length} times.`);
      for (const { 0: it, index } of all) text.overwrite(index, index + it.length, instead);
    }
    return { code: text.toString(), map: text.generateMap({ hires: true }) };
  },
};

/** Chromium then compiles the file while it arrives, and not function by function when the form is made. */
const compileAhead = '//# allFunctionsCalledOnLoad';

/** The script again, or another version of it, does nothing: not even take the name of a policy that is taken. */
const onlyOnce = `var first = globalThis.customElements?.get('pay-checkout');
if (first?.define) {
  first.define.call({ version: '${version}' });
  return;
}`;

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

/**
 * The list of mada prefixes as the distance of each from the one before, in letters and digits: a third of its bytes.
 * Those of six digits first, then those of eight.
 */
const prefixes: Plugin = {
  name: 'prefixes',
  transform(code, id) {
    if (!id.endsWith('/card/mada-prefixes.ts')) return undefined;
    const text = new MagicString(code);
    const [list = ''] = /\(\s*(['"][\d\s'"+]+['"])\s*\)\.split\(['"] ['"]\)/.exec(code) ?? [];
    const all = list.match(/\d+/g) ?? [];
    if (all.length < 100) throw new Error('The mada prefixes are written in another way than before.');
    const distances = (length: number) => {
      const sorted = all.filter((prefix) => prefix.length === length).map(Number);
      sorted.sort((a, b) => a - b);
      return sorted.map((prefix, at) => (prefix - (sorted[at - 1] ?? 0)).toString(36)).join(' ');
    };
    // By toFixed(): V8 keeps the texts of numbers that are made into one in any other way, in a cache of 64 KB.
    const each = 'let sum = 0; return part.split(" ").map((d) => (sum += parseInt(d, 36)).toFixed())';
    const short = `"${distances(6)}/${distances(8)}".split("/").flatMap((part) => { ${each} })`;
    text.overwrite(code.indexOf(list), code.indexOf(list) + list.length, short);
    return { code: text.toString(), map: text.generateMap({ hires: true }) };
  },
};

/** The languages that are fetched when a page wants them: a message file each, but the two that are inside. */
const languages = readdirSync(path('src/words/languages'))
  .filter((file) => /^[a-z]{2}(-[A-Z][a-z]{3})?\.ts$/.test(file))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((code) => code !== 'en' && code !== 'ar');

const digestOf = (name: string) =>
  `sha256-${createHash('sha256')
    .update(readFileSync(path(`dist/languages/${name}.js`)))
    .digest('base64')}`;

/** The digests of the languages in a file of their own, so that a script carries only that one's. */
const digests: Plugin = {
  name: 'digests',
  writeBundle() {
    const all = JSON.stringify(Object.fromEntries(languages.map((code) => [code, digestOf(code)])));
    writeFileSync(path('dist/languages/digests.js'), `export const digests = ${all};\n`);
  },
};

/** In a frame it is the page that has the merchant, a memory and a place for the bank's page: the element's own are left out. */
const inFrame: Plugin = {
  name: 'in-frame',
  enforce: 'pre',
  resolveId: (id, importer) =>
    importer?.endsWith('/elements/pay-checkout.ts') && /\/(merchant|memory)\.js$/.test(id)
      ? path('src/frame/guest/left-out.ts')
      : undefined,
};

/** What a page writes into `integrity`, beside the script; and the script's size as it travels, for whoever builds. */
const integrity = (file: string): Plugin => ({
  name: 'integrity',
  writeBundle() {
    const script = readFileSync(path(`dist/${file}`));
    const digest = `sha384-${createHash('sha384').update(script).digest('base64')}`;
    writeFileSync(path(`dist/${file}.sri`), `${digest}\n`);
    const size = gzipSync(script, { level: 9 }).length.toLocaleString('en');
    console.log(`${file}  ${size} bytes gzip  ${digest}`);
  },
});

/** The page that a frame shows, beside its script. */
const framePage: Plugin = {
  name: 'frame-page',
  generateBundle() {
    const source = readFileSync(path('src/frame/guest/pay-frame.html'), 'utf8');
    this.emitFile({ type: 'asset', fileName: 'pay-frame.html', source });
  },
};

/** A file of its own that only modules can load. */
const module = (
  entry: string,
  fileName: string,
  define: Readonly<Record<string, string>> = {},
): UserConfig => ({
  plugins: [templates, utf8, integrity(fileName)],
  define,
  build: {
    emptyOutDir: false,
    target: 'es2022',
    sourcemap: true,
    lib: { entry: path(entry), formats: ['es'], fileName: () => fileName },
    rolldownOptions: {
      treeshake,
      output: { minify: minified, postBanner: compileAhead },
    },
  },
});

/** One script file of everything, but for what is fetched from beside it. */
const script = (entry: string, fileName: string, plugins: readonly Plugin[], intro = ''): UserConfig => ({
  plugins: [...plugins, templates, prefixes, apart, utf8],
  // Written by the builds of what is beside it, which come first.
  define: {
    LANGUAGES: JSON.stringify(languages.join(' ')),
    DIGESTS: JSON.stringify(digestOf('digests')),
    FRAMED: JSON.stringify(digestOf('../pay-framed')),
    CHALLENGE: JSON.stringify(digestOf('../pay-challenge')),
  },
  build: {
    emptyOutDir: false,
    target: 'es2022',
    sourcemap: true,
    lib: {
      entry: path(entry),
      formats: ['iife'],
      name: 'PayCheckout',
      fileName: () => fileName,
    },
    rolldownOptions: {
      treeshake,
      output: {
        minify: minified,
        postBanner: compileAhead,
        intro,
        generatedCode: { symbols: false },
      },
    },
  },
});

/**
 * Seven builds, chosen by mode: `esm` (what npm users import; dependencies stay outside), `challenge` (the bank's page
 * in a dialog), `framed` (the script of pages that only have the form in a frame), `languages` (the files beside the scripts), then `script` (one file for a
 * `<script>` tag, everything else inside), `frame` (the page in the frame), and `shop` (the demo's pages).
 */
export default defineConfig(({ mode }) => {
  switch (mode) {
    case 'esm':
      return {
        plugins: [templates, prefixes],
        build: {
          emptyOutDir: true,
          target: 'es2022',
          sourcemap: true,
          lib: { entry: entries, formats: ['es'] },
          rolldownOptions: {
            treeshake,
            // The compiler's own helpers are no dependency of anybody's.
            external: [/^node:/, /^(?!@oxc-project\/runtime)[a-z@](?!:)/i],
            output: {
              minify: minified,
              chunkFileNames: 'chunks/[name]-[hash].js',
            },
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
              languages.map((code) => [`languages/${code}`, path(`src/words/languages/${code}.ts`)]),
            ),
            formats: ['es'],
          },
          rolldownOptions: { output: { minify: minified } },
        },
      };
    case 'challenge':
      return module('src/bank-dialog/index.ts', 'pay-challenge.js');
    case 'framed':
      return module('src/entries/framed-script.ts', 'pay-framed.js', {
        LANGUAGES: JSON.stringify(languages.join(' ')),
        DIGESTS: JSON.stringify(digestOf('digests')),
        CHALLENGE: JSON.stringify(digestOf('../pay-challenge')),
      });
    case 'script':
      return script('src/entries/script.ts', 'pay-checkout.js', [integrity('pay-checkout.js')], onlyOnce);
    case 'frame':
      return script('src/entries/frame.ts', 'pay-frame.js', [inFrame, framePage]);
    case 'shop':
    default:
      return {
        build: {
          emptyOutDir: true,
          target: 'es2022',
          // As new as the package itself needs: older ones know no light-dark(), and its stand-in knows no other scheme inside.
          cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
          outDir: path('.shop'),
          rolldownOptions: {
            input: {
              index: path('index.html'),
              checkout: path('demo/merchant/checkout.html'),
              callback: path('demo/merchant/callback.html'),
              playground: path('demo/merchant/playground.html'),
            },
          },
        },
      };
  }
});
