import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

/**
 * From top to bottom: a layer imports only from the layers below it, types included. The files that stand in
 * `src/element/` are the topmost layer of that room, but for the table of settings, which all of them read.
 */
const layers = [
  'entries',
  'element/*.ts',
  'element/frame',
  'element/methods',
  'element/form',
  'element/challenge',
  'element/browser',
  'element/i18n',
  'element/gateway',
  'element/checkout',
  'element/card',
  'element/settings.ts',
  'money.ts',
  'error.ts',
  'version.ts',
  'wire',
];

/**
 * The parts that stand beside the page, and what each may import. The server program is made of what is published, as a
 * shop's own server would be.
 */
const shared = {
  server: ['wire', 'error.ts', 'version.ts'],
  program: ['entries', 'server', 'wire', 'version.ts'],
  sandbox: ['wire'],
  testing: ['element/settings.ts', 'sandbox', 'wire', 'error.ts', 'version.ts'],
  // The program starts the others.
  cli: ['entries', 'server', 'program', 'sandbox', 'testing', 'wire', 'error.ts', 'version.ts'],
};
const beside = Object.keys(shared);

const isPattern = (path) => path.includes('*');
/** `element/settings.ts` is a layer of that room; the other files that stand in it are the topmost. */
const source = (path) => `./src/${path.replace('element/*.ts', 'element/!(settings).ts')}`;

/** The rule takes patterns apart from plain paths. */
const zone = (target, from, message) =>
  [from.filter(isPattern), from.filter((path) => !isPattern(path))]
    .filter((paths) => paths.length > 0)
    .map((paths) => ({
      target: source(target),
      from: paths.map(source),
      message: `src/${target} imports ${message}.`,
    }));

const zones = [
  ...layers
    .slice(1)
    .flatMap((layer, above) =>
      zone(
        layer,
        [...layers.slice(0, above + 1), ...beside],
        `only the layers below it: ${layers.slice(above + 2).join(', ') || 'none'}`,
      ),
    ),
  ...Object.entries(shared).flatMap(([part, allowed]) =>
    zone(
      part,
      [...layers, ...beside].filter((other) => other !== part && !allowed.includes(other)),
      `${allowed.join(', ')} only`,
    ),
  ),
];

const impure = (names) =>
  names.map((name) => ({ name, message: 'Time, I/O and the page come in through a port.' }));

export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', '.shop/', '.site/', '.reports/'] },
  ...tseslint.configs.strict,
  {
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: './tsconfig.json' })],
    },
    rules: {
      'import-x/no-cycle': 'error',
      'import-x/no-self-import': 'error',
      'import-x/no-restricted-paths': ['error', { zones }],
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/element/*.ts', 'src/element/form/**'],
    ...lit.configs['flat/recommended'],
  },
  { files: ['src/element/*.ts', 'src/element/form/**'], ...wc.configs['flat/recommended'] },
  { files: ['src/element/*.ts', 'src/element/form/**'], ...litA11y.configs?.['flat/recommended'] },
  {
    files: ['src/element/card/**', 'src/element/checkout/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...impure([
          'document',
          'window',
          'globalThis',
          'self',
          'navigator',
          'location',
          'sessionStorage',
          'localStorage',
          'fetch',
          'setTimeout',
          'setInterval',
          'requestAnimationFrame',
          'queueMicrotask',
          'performance',
          'crypto',
          'Date',
        ]),
      ],
    },
  },
  {
    files: ['src/wire/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'zod', message: 'zod/mini: it is what a browser can afford.' }] },
      ],
    },
  },
  {
    files: [
      'src/element/checkout/**',
      'src/element/*.ts',
      'src/element/form/**',
      'src/element/browser/**',
      'src/element/gateway/**',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^zod($|/)', message: 'Schemas live in src/wire.' }] },
      ],
    },
  },
  {
    files: ['demo/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [{ regex: '(^|/)src/', message: 'The demo is a customer: published entry points only.' }],
        },
      ],
    },
  },
  {
    files: [
      ...['.ci/**', 'test/**', 'demo/**', 'vite.config.ts'],
      ...['src/sandbox/cli.ts', 'src/program/cli.ts', 'src/cli/**'],
    ],
    rules: { 'no-console': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
