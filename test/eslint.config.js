import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

const rooms = [
  'wire',
  'card',
  'money.ts',
  'error.ts',
  'version.ts',
  'checkout',
  'challenge',
  'frame',
  'framed',
  'frameworks',
  'gateway',
  'element',
  'return',
  'server',
  'react',
  'sandbox',
];

/** What each room may import of ours; its own files always. The table of the architecture. */
const mayImport = {
  wire: [],
  card: [],
  'money.ts': [],
  'error.ts': [],
  'version.ts': [],
  checkout: ['card', 'error.ts', 'wire'],
  challenge: ['element'],
  frame: ['wire', 'checkout', 'gateway', 'element', 'error.ts'],
  framed: ['checkout', 'challenge', 'element', 'error.ts', 'frame', 'version.ts'],
  frameworks: ['element', 'return'],
  gateway: ['wire', 'error.ts'],
  element: [
    'wire',
    'card',
    'money.ts',
    'error.ts',
    'version.ts',
    'checkout',
    'gateway',
    'frame',
    'challenge',
  ],
  return: ['wire', 'challenge', 'checkout', 'gateway', 'element', 'error.ts', 'money.ts', 'version.ts'],
  server: ['wire', 'error.ts'],
  react: ['element'],
  sandbox: ['wire'],
};

const zones = rooms.flatMap((room) => [
  {
    target: `./src/${room}`,
    from: rooms
      .filter((other) => other !== room && !mayImport[room].includes(other))
      .map((other) => `./src/${other}`),
    message: `src/${room} may import ${mayImport[room].join(', ') || 'nothing of ours'} only.`,
  },
]);

const impure = (names) =>
  names.map((name) => ({ name, message: 'Time, I/O and the page come in through a port.' }));

export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', '.shop/', '.reports/'] },
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
    files: ['src/element/**', 'src/return/**'],
    ...lit.configs['flat/recommended'],
  },
  { files: ['src/element/**', 'src/return/**'], ...wc.configs['flat/recommended'] },
  { files: ['src/element/**', 'src/return/**'], ...litA11y.configs?.['flat/recommended'] },
  {
    files: ['src/card/**', 'src/checkout/**'],
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
    files: ['src/checkout/**', 'src/element/**', 'src/gateway/**'],
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
    files: ['.ci/**', 'test/**', 'demo/**', 'src/sandbox/cli.ts', 'vite.config.ts'],
    rules: { 'no-console': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
