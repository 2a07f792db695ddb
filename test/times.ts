import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { table } from './readme/table.js';

/** `npm run test:times` says how long the last `npm test` or `npm run verify` took: by step, by file, and the slowest tests. */
interface Timed {
  readonly file: string;
  readonly title: string;
  readonly project?: string;
  readonly seconds: number;
}
interface Suite {
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly results: readonly { readonly duration: number }[];
    }[];
  }[];
  readonly suites?: readonly Suite[];
}

const reports = fileURLToPath(new URL('../.reports/', import.meta.url));
const read = <T>(name: string, none: T): T =>
  existsSync(reports + name) ? (JSON.parse(readFileSync(reports + name, 'utf8')) as T) : none;

const pagesIn = ({ specs = [], suites = [] }: Suite): Timed[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests.map(({ projectName: project, results }) => ({
      file: `test/e2e/${file}`,
      project,
      title,
      seconds: results.reduce((sum, { duration }) => sum + duration / 1000, 0),
    })),
  ),
  ...suites.flatMap(pagesIn),
];

const tests: readonly Timed[] = [
  ...read<{ tests: Timed[] }>('node.json', { tests: [] }).tests,
  ...read<{ tests: Timed[] }>('browser.json', { tests: [] }).tests,
  ...pagesIn(read<Suite>('e2e.json', {})),
];

const byFile = new Map<string, { seconds: number; tests: number }>();
for (const { file, project = 'Node', seconds } of tests) {
  const name = `\`${file}\`, ${project}`;
  const sum = byFile.get(name) ?? { seconds: 0, tests: 0 };
  byFile.set(name, { seconds: sum.seconds + seconds, tests: sum.tests + 1 });
}
const longest = <T extends { readonly seconds: number }>(list: readonly T[], most: number) =>
  [...list].sort((a, b) => b.seconds - a.seconds).slice(0, most);
const tenths = (seconds: number) => seconds.toFixed(1);

const steps = Object.entries(read<Record<string, number>>('steps.json', {}));
const files = [...byFile].map(([name, sum]) => ({ name, ...sum }));
console.log(
  [
    table(
      ['step', 'seconds'],
      steps.map(([name, seconds]) => [`\`${name}\``, String(seconds)]),
    ),
    table(
      ['file', 'tests', 'seconds'],
      longest(files, 30).map((file) => [file.name, String(file.tests), tenths(file.seconds)]),
    ),
    table(
      ['test', 'where', 'seconds'],
      longest(tests, 50).map((it) => [
        it.title,
        `\`${it.file}\`, ${it.project ?? 'Node'}`,
        tenths(it.seconds),
      ]),
    ),
  ].join('\n\n'),
);
