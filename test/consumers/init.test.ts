import { expect, test } from '@playwright/test';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { frameworkNames } from '../../src/cli/init/frameworks.js';
import { bin, home, run, unpacked } from './home.js';

/**
 * From an empty folder to a green test, by the program of the packed package. What npm would install is found in the
 * project. Not tried: Next.js itself, which is not installed here; its routes are called as it would call them.
 */
const folderOf = (framework: string) => join(home, `init-${framework}`);

test.beforeAll(async () => {
  for (const framework of frameworkNames) {
    const folder = folderOf(framework);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const written = await run([join(unpacked, 'dist/cli.js'), 'init', '--framework', framework], folder);
    expect(written, written.text).toMatchObject({ code: 0 });
    expect(written.text).toContain('npm test');
  }
});

for (const framework of frameworkNames)
  test(`pay-checkout init --framework ${framework} writes a shop whose own test is green`, async () => {
    const tested = await run(['--import', 'tsx', '--test', 'shop.test.ts'], folderOf(framework));
    expect(tested, tested.text).toMatchObject({ code: 0 });
    expect(tested.text).toMatch(/^# pass 1$/m);
  });

test('tsc accepts each shop that pay-checkout init writes, by the settings that it writes', async () => {
  const settings = frameworkNames.map((name) => readFileSync(join(folderOf(name), 'tsconfig.json'), 'utf8'));
  // All have the same, so one program checks them all, and reads the types of what they install once.
  expect(new Set(settings).size).toBe(1);
  const { include } = JSON.parse(settings[0] ?? '') as { include: string[] };
  const folders = frameworkNames.map((name) => `./init-${name}`);
  const all = {
    extends: `${folders[0]}/tsconfig.json`,
    include: folders.flatMap((folder) => include.map((pattern) => `${folder}/${pattern}`)),
  };
  writeFileSync(join(home, 'tsconfig.init.json'), JSON.stringify(all));
  const { code, text } = await run([bin('typescript/bin/tsc'), '--listFiles', '-p', 'tsconfig.init.json']);
  expect(code, text).toBe(0);
  for (const name of frameworkNames) expect(text).toContain(`${folderOf(name)}/`);
});
