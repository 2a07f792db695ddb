import { expect, test } from '@playwright/test';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { frameworkNames } from '../../src/cli/init/frameworks.js';
import { bin, home, run, unpacked } from './home.js';

/**
 * From an empty folder to a green test, by the program of the packed package. What npm would install is found in the
 * project. Not tried: Next.js itself, which is not installed here; its routes are called as it would call them.
 */
for (const framework of frameworkNames)
  test(`pay-checkout init --framework ${framework} writes a shop whose own test is green`, async () => {
    const folder = join(home, `init-${framework}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const written = await run([join(unpacked, 'dist/cli.js'), 'init', '--framework', framework], folder);
    expect(written, written.text).toMatchObject({ code: 0 });
    expect(written.text).toContain('npm test');
    const tested = await run(['--import', 'tsx', '--test', 'shop.test.ts'], folder);
    expect(tested, tested.text).toMatchObject({ code: 0 });
    expect(tested.text).toMatch(/^# pass 1$/m);
    const checked = await run([bin('typescript/bin/tsc'), '--noEmit'], folder);
    expect(checked, checked.text).toMatchObject({ code: 0 });
  });
