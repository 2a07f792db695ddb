import { expect, test as setup } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { home, root, unpacked } from './home.js';

/** What npm would publish, unpacked beside copies of the shops. What else they need they find in the project. */
setup('the package can be packed and unpacked', () => {
  execFileSync(process.execPath, ['.ci/install.mjs', 'test/consumers'], { cwd: root });
  const npm = (...args: string[]) =>
    execFileSync('npm', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    });
  // The last file that a whole build writes.
  if (!existsSync(join(root, 'dist/llms.txt'))) npm('run', '--silent', 'build');
  rmSync(home, { recursive: true, force: true });
  mkdirSync(unpacked, { recursive: true });
  const printed = npm('pack', '--json', '--ignore-scripts', '--pack-destination', home);
  writeFileSync(join(home, 'pack.json'), printed);
  const [{ filename }] = JSON.parse(printed) as [{ filename: string }];
  execFileSync('tar', ['-xzf', join(home, filename), '--strip-components=1', '-C', unpacked]);
  cpSync(join(root, 'test/consumers/shops'), home, { recursive: true });
  expect(existsSync(join(unpacked, 'package.json'))).toBe(true);
});
