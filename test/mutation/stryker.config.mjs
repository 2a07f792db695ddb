/**
 * Which changes to `card/`, `checkout/` and `server/checkout/` no test would notice. Each change runs the tests that
 * reach it, in a process that stays. A measurement, run by hand: it takes many minutes.
 * What only types see (words in impossible branches) is not a rule of the code, so strings are left alone.
 */
export default {
  testRunner: 'mocha',
  plugins: ['@stryker-mutator/mocha-runner', './test/mutation/impossible-branches.mjs'],
  ignorers: ['impossible-branches'],
  // Mocha imports the tests then, as the hooks need it, and does not `require` them.
  testRunnerNodeArgs: [
    '--no-experimental-require-module',
    ...['--import', 'tsx'],
    ...['--import', './test/mutation/hooks.mjs'],
  ],
  mochaOptions: {
    spec: [
      'test/element/card/*.test.ts',
      'test/element/checkout/*.test.ts',
      'test/server/checkout-*.test.ts',
    ],
    // The first need a page; the others take too long for two thousand changes.
    ignore: [
      'test/**/*.{dom,engine}.test.ts',
      'test/element/checkout/model.test.ts',
      'test/element/checkout/exhaustive.test.ts',
      'test/element/card/hostile.test.ts',
      'test/server/checkout-exhaustive.test.ts',
      'test/server/checkout-processes.test.ts',
      'test/server/checkout-faults.test.ts',
    ],
  },
  coverageAnalysis: 'perTest',
  mutate: [
    'src/element/card/**/*.ts',
    'src/element/checkout/**/*.ts',
    'src/server/checkout/**/*.ts',
    '!src/element/checkout/{state,ports}.ts',
    '!src/server/checkout/{order,order-context,order-event}.ts',
  ],
  ignorePatterns: ['dist', '.shop', '.reports', 'demo/merchant', 'test/consumers', 'test/e2e'],
  mutator: { excludedMutations: ['StringLiteral'] },
  symlinkNodeModules: true,
  concurrency: 2,
  timeoutMS: 10_000,
  disableTypeChecks: false,
  checkers: [],
  reporters: ['clear-text', 'progress', 'json'],
  clearTextReporter: { allowColor: false, logTests: false },
  jsonReporter: { fileName: '.reports/mutation.json' },
  tempDirName: '.reports/stryker',
  allowEmpty: false,
};
