import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { frameworkNames, frameworks } from '../../src/cli/init/frameworks.js';
import { writeShop } from '../../src/cli/init/init.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const versionsIn = (file: string) => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  return { ...dependencies, ...devDependencies };
};
const versions = { ...versionsIn('package.json'), ...versionsIn('test/package.json') };

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'pay-checkout-init-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('pay-checkout init', () => {
  it('refuses a folder that has anything of anybody’s, and leaves it as it was', (t) => {
    const folder = emptyFolder(t);
    writeFileSync(join(folder, 'shop.ts'), '// mine');
    assert.throws(() => writeShop(folder, 'hono'), /is not empty: it has shop\.ts\. Name an empty folder\./);
    assert.deepEqual(readdirSync(folder), ['shop.ts']);
  });

  it('takes what npm and git leave in an empty folder, and keeps what was installed', (t) => {
    const folder = emptyFolder(t);
    for (const name of ['.git', 'node_modules']) mkdirSync(join(folder, name));
    const installed = { 'pay-checkout': 'file:../pay-checkout-0.1.0.tgz' };
    const found = { name: 'mine', scripts: { test: 'exit 1', mine: 'true' }, dependencies: installed };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(found));
    writeShop(folder, 'express');
    const written = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as typeof found & {
      type: string;
    };
    assert.equal(written.name, 'mine');
    assert.equal(written.type, 'module');
    assert.equal(written.dependencies['pay-checkout'], installed['pay-checkout']);
    assert.equal(written.scripts.mine, 'true');
    assert.match(written.scripts.test, /--test shop\.test\.ts$/);
  });

  for (const framework of frameworkNames)
    it(`depends on versions that this project is tried with: ${framework}`, () => {
      const { package: shop } = frameworks[framework];
      // Next.js is not among them: it is not tried.
      const {
        next: _,
        react: __,
        'react-dom': ___,
        ...tried
      } = { ...shop.dependencies, ...shop.devDependencies };
      for (const [name, range] of Object.entries(tried))
        assert.equal(range, `^${versions[name]?.replace('^', '')}`, name);
    });
});
