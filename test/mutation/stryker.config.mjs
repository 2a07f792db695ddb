/**
 * Which changes to `card/` and `checkout/` no test would notice. A measurement, run by hand: it takes many minutes.
 * What only types see (words in impossible branches) is not a rule of the code, so strings are left alone.
 */
export default {
  testRunner: 'command',
  commandRunner: {
    command: 'node --import tsx --import ./test/mutation/pure.mjs test/mutation/tests.mjs',
  },
  mutate: [
    'src/card/**/*.ts',
    'src/checkout/**/*.ts',
    '!src/checkout/{state,ports}.ts',
    '!src/card/verdict.ts',
  ],
  ignorePatterns: ['dist', '.shop', '.reports', 'demo', 'test/consumers', 'test/e2e'],
  mutator: { excludedMutations: ['StringLiteral'] },
  symlinkNodeModules: true,
  concurrency: 2,
  timeoutMS: 20_000,
  disableTypeChecks: false,
  checkers: [],
  reporters: ['clear-text', 'progress', 'json'],
  clearTextReporter: { allowColor: false, logTests: false },
  jsonReporter: { fileName: '.reports/mutation.json' },
  tempDirName: '.reports/stryker',
  allowEmpty: false,
};
