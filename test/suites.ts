import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The kind of a test file is in its name:
 * - `e2e/` and `consumers/`: whole pages, by Playwright;
 * - `*.engine.test.ts`: what depends on the browser's engine, in each engine that is installed;
 * - `*.dom.test.ts`: what needs a page, but no engine in particular, in Chromium;
 * - every other `*.test.ts`: Node.
 */
export type Kind = 'page' | 'engine' | 'dom' | 'node';

const webTestRunner = [
  ...['--import', 'tsx', 'node_modules/@web/test-runner/dist/bin.js'],
  ...['--config', 'test/web-test-runner.config.js'],
];
/** What Node runs for the tests of a kind. Without a file it runs all of them, `dom` and `engine` together. */
export const commands: Readonly<Record<Kind, readonly string[]>> = {
  node: ['--import', 'tsx', 'test/node.ts'],
  dom: webTestRunner,
  engine: webTestRunner,
  page: ['node_modules/@playwright/test/cli.js', 'test', '-c', 'test/e2e/playwright.config.ts'],
};

/** `npm test` runs what answers within minutes; `npm run verify`, and a runner that is started alone, run all. */
export const isQuick = process.env['SUITE'] === 'quick';

/** The engines to use where they are installed; `ENGINES=firefox,webkit` chooses others. */
export const engines: readonly string[] = process.env['ENGINES']?.split(',') ?? [
  'chromium',
  ...(isQuick ? [] : ['firefox', 'webkit']),
];

/**
 * Tests in Node that `npm test` leaves out: all checks of the doctor, a second build, the packed tarball, the types of the
 * documents' code, a shop with a browser, clients from the registry, shops in other languages, programs as processes,
 * processes that are killed at every step, and when the sandbox repeats a message.
 */
const slow = [
  'cli/doctor-service.test.ts',
  'cli/run-program.test.ts',
  'contract/deliveries.test.ts',
  'package/package.test.ts',
  'package/reproducible.test.ts',
  'package/sandbox-alone.test.ts',
  'readme/testing.test.ts',
  'readme/types.test.ts',
  'clients/clients.test.ts',
  'sandbox/cli.test.ts',
  'server/checkout-faults.test.ts',
  'server/checkout-processes.test.ts',
  'program/database-away.test.ts',
  'program/processes.test.ts',
  'program/recipes.test.ts',
];

/** Tests in Node that look at millions of states: minutes of work, and no network, process or clock. */
export const searches: readonly string[] = [
  'element/checkout/exhaustive.test.ts',
  'server/checkout-exhaustive.test.ts',
];

/** The pages of which all engines run what depends on the engine: the tests that have the tag `@engine`. */
export const everyEnginePages = [
  'csp.test.ts',
  'first-form.test.ts',
  'language.test.ts',
  'page-styles.test.ts',
  'press.test.ts',
  'saved-cards.test.ts',
  'server-program.test.ts',
  'stc-pay.test.ts',
  'tag.test.ts',
  'wallets.test.ts',
];

/** The kind of a test file by its path below `test/`. */
export function kindOf(file: string): Kind {
  if (/^(e2e|consumers)\//.test(file)) return 'page';
  return (/\.(engine|dom)\.test\.ts$/.exec(file)?.[1] as 'engine' | 'dom' | undefined) ?? 'node';
}

const folder = fileURLToPath(new URL('./', import.meta.url));

const find = (path: string): readonly string[] =>
  readdirSync(folder + path, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : find(`${path}${entry.name}/`);
    return entry.name.endsWith('.test.ts') ? [path + entry.name] : [];
  });

/** The test files of a kind that this run wants, by their paths below `test/`. */
export const filesOf = (kind: Kind): readonly string[] =>
  find('')
    .filter((file) => kindOf(file) === kind && !(isQuick && slow.includes(file)))
    .sort();
