import { expect, test } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { servedScripts } from '../package/served.js';
import { bin, home, root, run, unpacked } from './home.js';

interface Pack {
  readonly filename: string;
  /** Bytes. */
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

const pack = () => (JSON.parse(readFileSync(join(home, 'pack.json'), 'utf8')) as [Pack])[0];
const text = (path: string) => readFileSync(join(unpacked, path), 'utf8');

test('publint finds nothing to say about the package', async () => {
  const { code, text } = await run([
    bin('publint/src/cli.js'),
    'run',
    unpacked,
    '--strict',
    '--pack',
    'false',
  ]);
  expect(code, text).toBe(0);
  expect(text).toContain('All good!');
});

test('the types of every entry are found where ES modules are', async () => {
  const { code, text } = await run([
    bin('@arethetypeswrong/cli/dist/index.js'),
    join(home, pack().filename),
    ...['--profile', 'esm-only', '--no-color', '--no-emoji'],
    // Files for a page's tag, or to be copied to a server: nothing imports from them, so they have no types.
    ...['--exclude-entrypoints', ...servedScripts, 'pay-frame.html'],
  ]);
  expect(code, text).toBe(0);
  expect(text).toContain('pay-checkout/types/svelte');
});

test('the package holds what was built, its types and its papers, and nothing else', () => {
  const kinds = [
    /^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
    /^(demo\/docs\/([\w-]+\/)?[\w-]+|\.github\/SECURITY|test\/bench\/README)\.md$/,
    /^src\/server\/stores\/schema\/\w+\.sql$/,
    /^demo\/(quickstarts|recipes)\/[\w./[\]-]+$/,
    /^dist\/[\w-]+\.js$/,
    /^dist\/(chunks|languages|stores|testing)\/[\w-]+\.js$/,
    /^src\/cli\/templates\/[\w./[\]-]+\.(ts|mjs)$/,
    /^dist\/(form\/|pay-frame\.)[\w-]+\.html$/,
    // What the documents show.
    /^(demo\/(docs\/concepts\/payment\.svg|pictures\/playground\.png)|test\/bench\/peers\.svg)$/,
    /^dist\/types\/[\w/-]+\.d\.ts$/,
  ];
  // What editors and integrity checks read.
  const extras = [
    'custom-elements.json',
    'form/style.sha256',
    'llms-small.txt',
    'llms.txt',
    'pay-challenge.js.sri',
    'pay-checkout.js.sri',
    'pay-frame.html',
    'pay-framed.js.sri',
    'pay-lit.js.sri',
    'pay-methods.js.sri',
    'pay-result.js.sri',
    'vscode.css-custom-data.json',
    'vscode.html-custom-data.json',
    'web-types.json',
  ].map((name) => `dist/${name}`);
  const paths = pack().files.map(({ path }) => path);
  const others = paths.filter((path) => !kinds.some((kind) => kind.test(path)));
  expect(others.sort()).toEqual(extras);
  expect(kinds.filter((kind) => !paths.some((path) => kind.test(path)))).toEqual([]);
  for (const paper of ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'])
    expect(paths).toContain(paper);
});

test('the package unpacks to at most 2.9 MB', () => {
  expect(pack().unpackedSize).toBeLessThanOrEqual(2_900_000);
});

test('no file but those of the React component imports a framework', () => {
  const framework = /\bfrom\s*["'](react|vue|svelte|@angular)\b/;
  const scripts = pack().files.filter(({ path }) => /^dist\/.*\.js$/.test(path));
  const found = scripts.map(({ path }) => path).filter((path) => framework.test(text(path)));
  expect(found.sort()).toEqual(['dist/react-server.js', 'dist/react.js']);
});

test('every file that a script of the package loads beside itself is in the package', () => {
  const paths = pack().files.map(({ path }) => path);
  const missing = paths
    .filter((path) => path.startsWith('dist/') && path.endsWith('.js'))
    .flatMap((path) =>
      [...text(path).matchAll(/\b(?:from|import)\s*\(?\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g)].map(
        ([, beside = '']) => join(path, '..', beside),
      ),
    )
    .filter((path) => !paths.includes(path));
  expect(missing).toEqual([]);
});

test('doctor of the package names the settings that are missing', async () => {
  const { text } = await run([join(unpacked, 'dist/cli.js'), 'doctor']);
  expect(text).toContain(
    'None of PAY_SECRET_KEY, PAY_PUBLISHABLE_KEY, PAY_BASE_URL, PAY_WEBHOOK_SECRET is set.',
  );
});

test('no file of the package says where it was built', () => {
  const paths = pack().files.map(({ path }) => path);
  expect(paths.filter((path) => text(path).includes(root))).toEqual([]);
});

test('source maps name their sources by relative paths, and stay out of the package', () => {
  const dist = join(root, 'dist');
  const built = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.map$/.test(path),
  );
  const sources = built.flatMap((path) => {
    const map = JSON.parse(readFileSync(join(dist, path), 'utf8')) as {
      sources: string[];
      sourceRoot?: string;
    };
    return [...map.sources, map.sourceRoot ?? ''];
  });
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.filter((source) => isAbsolute(source) || /^(\w+:|[\\/])/.test(source))).toEqual([]);
  const packed = pack().files.map(({ path }) => path);
  expect(packed.filter((path) => path.endsWith('.map'))).toEqual([]);
});
