import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Which tests there are, and which of them each command runs. `npm test` answers within minutes: everything that needs
 * no second browser, and one page for each thing that the package can do. `npm run verify` runs all.
 */
const folder = fileURLToPath(new URL('./', import.meta.url));

/** `run.mjs` sets it. Whoever starts a runner alone has all tests. */
export const isQuick = process.env.TIER === 'quick';

/** The engines to use where they are installed; `ENGINES=firefox,webkit` chooses others. */
export const engines = process.env.ENGINES?.split(',') ?? [
  'chromium',
  ...(isQuick ? [] : ['firefox', 'webkit']),
];

/** Where the tests of each kind are. `*.node.ts` runs in Node in every folder. */
const homes = {
  node: /^((clients|contract|manifest|package|readme|sandbox|server|wire)\/.*|docs|outside)\.test\.ts$|\.node\.ts$/,
  component: /^((bank-dialog|card|checkout|elements|form|frame|gateway|page|words)\/.*|money)\.test\.ts$/,
  page: /^(e2e|consumers)\/.*\.test\.ts$/,
};

/** Tests in Node that `npm test` leaves out: two whole builds, two shops with a browser, and clients from the registry. */
const slowNode = [
  'package/reproducible.test.ts',
  'readme/start.test.ts',
  'readme/testing.test.ts',
  'clients/clients.test.ts',
];

/** The pages that `npm test` opens: each mode, the shop with its webhook, a fetched language, a phone, the sandbox's pages. */
export const quickPages = ['csp', 'dashboard', 'language', 'phone', 'playground', 'shop', 'tag'].map(
  (name) => `${name}.test.ts`,
);

/** The pages that all engines open: where browsers differ most. */
export const everywhere = [
  'csp',
  'faults',
  'first-form',
  'language',
  'press',
  'saved-cards',
  'shop',
  'tag',
].map((name) => `${name}.test.ts`);

/** Pages that need the Chromium that payers have, which can fill in a card; and pages that are worth opening in it. */
export const needsWholeBrowser = ['autofill.test.ts'];
export const wholeBrowser = [...needsWholeBrowser, 'shop.test.ts', 'tag.test.ts'];

/** Pages of one engine or device. */
export const elsewhere = ['firefox.test.ts', 'phone.test.ts', 'webkit*.test.ts'];

/** The kind of a test file by its path below `test/`. */
export function kindOf(file) {
  const [kind] = Object.entries(homes).find(([, home]) => home.test(file)) ?? [];
  if (!kind) throw new Error(`test/${file} is run by nothing: give its folder a kind in test/tiers.mjs.`);
  return kind;
}

const files = readdirSync(folder, { recursive: true })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(test|node)\.ts$/.test(file) && !file.includes('node_modules/'))
  .sort();

/** The paths of all files of a kind that this run wants. */
export const filesOf = (kind) =>
  files
    .filter((file) => kindOf(file) === kind && !(isQuick && slowNode.includes(file)))
    .map((file) => folder + file);

/** A page in Firefox or WebKit only. */
export const engineOf = (file) => /^(firefox|webkit)\./.exec(basename(file))?.[1];
