import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { manifestFiles } from '../../.ci/manifest/files.js';
import { isAbroad, linksIn, withoutCode } from '../readme/links.js';
import { tarballOfAll } from './pack.js';
import { servedScripts } from './served.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What npm would publish, unpacked as a merchant has it, with the dependencies of the project beside it. */
describe('the packed tarball', () => {
  let home = '';

  before(() => {
    home = mkdtempSync(join(tmpdir(), 'pay-checkout-'));
    symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
    execFileSync('tar', ['-xzf', tarballOfAll()], { cwd: home });
  });
  after(() => rmSync(home, { recursive: true }));

  test('has each file that one of its documents links to or shows', () => {
    const within = join(home, 'package');
    const files = readdirSync(within, { recursive: true, encoding: 'utf8' });
    const linked = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        linksIn(withoutCode(readFileSync(join(within, file), 'utf8')))
          .filter((link) => !isAbroad(link) && !link.startsWith('#'))
          .map((link) => join(dirname(file), link.replace(/#.*$/, ''))),
      );
    assert.ok(linked.length > 100);
    assert.deepEqual(
      linked.filter((path) => !files.includes(path.replace(/\/$/, ''))),
      [],
    );
  });

  test('has each source map that one of its files names: a bundler warns of a missing one', () => {
    const dist = join(home, 'package/dist');
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
    const named = files
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) =>
        [...readFileSync(join(dist, file), 'utf8').matchAll(/^\/\/# sourceMappingURL=(\S+)$/gm)].map(
          ([, map = '']) => join(dirname(file), map),
        ),
      );
    assert.deepEqual(
      named.filter((map) => !files.includes(map)),
      [],
    );
  });

  for (const script of ['pay-checkout.js', 'pay-result.js']) {
    test(`says the digest of ${script}, in one line`, () => {
      const dist = join(home, 'package/dist');
      const digest = createHash('sha384')
        .update(readFileSync(join(dist, script)))
        .digest('base64');
      assert.equal(readFileSync(join(dist, `${script}.sri`), 'utf8'), `sha384-${digest}\n`);
    });
  }

  for (const [name, text] of manifestFiles()) {
    test(`has ${name} as the sources make it`, () => {
      assert.equal(readFileSync(join(home, 'package/dist', name), 'utf8'), text);
    });
  }

  const named = ['main', 'types', 'unpkg', 'jsdelivr', 'customElements', 'web-types'] as const;
  for (const field of named) {
    test(`has the file that \`${field}\` names`, () => {
      const manifest = JSON.parse(readFileSync(join(home, 'package/package.json'), 'utf8')) as Record<
        (typeof named)[number],
        string
      >;
      assert.ok(readFileSync(join(home, 'package', manifest[field])).length > 0);
    });
  }

  test('has script files that say their own encoding: UTF-8, by a byte order mark', () => {
    const languages = readdirSync(join(home, 'package/dist/languages'));
    for (const file of [...servedScripts, ...languages.map((name) => `languages/${name}`)]) {
      const bytes = readFileSync(join(home, 'package/dist', file));
      const ascii = bytes.every((byte) => byte < 0x80);
      assert.ok(ascii || bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])), file);
    }
  });

  test('leaves preloading to the app that bundles it: each import() is as it was written', () => {
    const dist = join(home, 'package/dist');
    const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((it) =>
      it.endsWith('.js'),
    );
    assert.ok(scripts.length > 20);
    const wrapped = scripts.filter((file) => readFileSync(join(dist, file), 'utf8').includes('vite:preload'));
    assert.deepEqual(wrapped, []);
  });

  test('asks to be compiled while it arrives, in the first line of each script that a form waits for', () => {
    for (const file of ['pay-checkout.js', 'pay-result.js', 'pay-framed.js', 'pay-frame.js']) {
      const [first] = readFileSync(join(home, 'package/dist', file), 'utf8').split('\n');
      assert.equal(first?.replace('\uFEFF', ''), '//# allFunctionsCalledOnLoad', file);
    }
  });

  test('type-checks in a strict project that only has the package', () => {
    writeFileSync(
      join(home, 'merchant.ts'),
      `import { PayCheckout, PayError, type Outcome } from './package/dist/types/entries/index.js';
       import { createPayClient, renderForm } from './package/dist/types/entries/server.js';
       import { readReturn } from './package/dist/types/entries/return.js';
       const element: PayCheckout = document.createElement('pay-checkout');
       element.amount = 100;
       element.addEventListener('pay-outcome', (event) => { const outcome: Outcome = event.detail.outcome; void outcome; });
       // @ts-expect-error an amount is a number
       element.amount = '1.00';
       export { PayError, createPayClient, readReturn, renderForm };`,
    );
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
    };
    writeFileSync(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['merchant.ts'] }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: home, encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  });
});
