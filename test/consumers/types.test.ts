import { expect, test } from '@playwright/test';
import { bin, run } from './home.js';

interface Check {
  readonly checker: string;
  readonly args: readonly string[];
  /** The lines to complain about, by file. */
  readonly wrong: Readonly<Record<string, readonly number[]>>;
}

/**
 * Each framework's own checker reads the shops as they import the package, and the files beside them that are wrong on
 * purpose: amounts and addresses of the wrong type, a word or a custom property that there is not, no key, and a status that no outcome has. It must complain about
 * these, and about nothing else.
 */
const checks: readonly Check[] = [
  {
    checker: 'tsc',
    args: [bin('typescript/bin/tsc'), '-p', '.', '--pretty', 'false'],
    wrong: {
      'esm/wrong.ts': [3, 6],
      'react-tag/wrong.tsx': [4, 5, 7, 9, 10, 11, 13],
      'react-wrapper/wrong.tsx': [4, 5, 7, 9, 10, 12, 13],
    },
  },
  {
    checker: 'vue-tsc',
    args: [bin('vue-tsc/bin/vue-tsc.js'), '-p', 'vue', '--pretty', 'false'],
    wrong: { 'vue/Wrong.vue': [8, 9, 10, 11, 12] },
  },
  {
    checker: 'svelte-check',
    args: [
      bin('svelte-check/bin/svelte-check'),
      ...['--workspace', 'svelte', '--tsconfig', './tsconfig.json', '--output', 'machine'],
    ],
    wrong: { 'Wrong.svelte': [7, 8, 9, 10, 11] },
  },
];

/** `file(line,column): error` and `ERROR "file" line:column`. */
const complaint = /^(?:\d+ (?:ERROR|WARNING) "(.+?)" (\d+):|(\S+)\((\d+),\d+\): error)/gm;

for (const { checker, args, wrong } of checks) {
  test(`${checker} accepts the shops, and refuses what is wrong in them`, async () => {
    const { code, text } = await run(args);
    const found = [...text.matchAll(complaint)].map(
      ([, svelteFile, svelteLine, file = svelteFile, line = svelteLine]) => `${file}:${line}`,
    );
    const wanted = Object.entries(wrong).flatMap(([file, lines]) => lines.map((line) => `${file}:${line}`));
    expect(found, text).toEqual(wanted);
    expect(code).not.toBe(0);
  });
}
