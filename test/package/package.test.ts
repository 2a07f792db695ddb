import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { manifestFiles } from '../../.ci/manifest/files.js';
import { isAbroad, linksIn, withoutCode } from '../readme/links.js';
import { pack } from './pack.js';
import { servedScripts } from './served.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('the packed tarball', () => {
  const { project, installed } = pack();
  const dist = join(installed, 'dist');
  const read = (file: string) => readFileSync(join(dist, file), 'utf8');
  const distFiles = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const scripts = distFiles.filter((file) => file.endsWith('.js'));

  test('has each file that one of its documents links to or shows', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    const linked = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        linksIn(withoutCode(readFileSync(join(installed, file), 'utf8')))
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
    const named = scripts.flatMap((file) =>
      [...read(file).matchAll(/^\/\/# sourceMappingURL=(\S+)$/gm)].map(([, map = '']) =>
        join(dirname(file), map),
      ),
    );
    assert.deepEqual(
      named.filter((map) => !distFiles.includes(map)),
      [],
    );
  });

  for (const script of ['pay-checkout.js', 'pay-result.js']) {
    test(`says the digest of ${script}, in one line`, () => {
      const digest = createHash('sha384')
        .update(readFileSync(join(dist, script)))
        .digest('base64');
      assert.equal(read(`${script}.sri`), `sha384-${digest}\n`);
    });
  }

  for (const [name, text] of manifestFiles()) {
    test(`has ${name} as the sources make it`, () => {
      assert.equal(read(name), text);
    });
  }

  const named = ['main', 'types', 'unpkg', 'jsdelivr', 'customElements', 'web-types'] as const;
  for (const field of named) {
    test(`has the file that \`${field}\` names`, () => {
      const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<
        (typeof named)[number],
        string
      >;
      assert.ok(readFileSync(join(installed, manifest[field])).length > 0);
    });
  }

  test('has script files that say their own encoding: UTF-8, by a byte order mark', () => {
    const languages = readdirSync(join(dist, 'languages'));
    for (const file of [...servedScripts, ...languages.map((name) => `languages/${name}`)]) {
      const bytes = readFileSync(join(dist, file));
      const ascii = bytes.every((byte) => byte < 0x80);
      assert.ok(ascii || bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])), file);
    }
  });

  test('leaves preloading to the app that bundles it: each import() is as it was written', () => {
    assert.ok(scripts.length > 20);
    assert.deepEqual(
      scripts.filter((file) => read(file).includes('vite:preload')),
      [],
    );
  });

  test('asks to be compiled while it arrives, in the first line of each script that a form waits for', () => {
    for (const file of ['pay-checkout.js', 'pay-result.js', 'pay-framed.js', 'pay-frame.js']) {
      const [first] = read(file).split('\n');
      assert.equal(first?.replace('\uFEFF', ''), '//# allFunctionsCalledOnLoad', file);
    }
  });

  test('type-checks in a strict project that only has the package', () => {
    writeFileSync(
      join(project, 'merchant.ts'),
      `import { PayCheckout, PayError, type Outcome } from 'pay-checkout';
       import { createPayClient, renderForm } from 'pay-checkout/server';
       import { readReturn } from 'pay-checkout/return';
       import { createSandbox, serve, secretKey, type LogEntry, type SandboxOptions } from 'pay-checkout/sandbox';
       const element: PayCheckout = document.createElement('pay-checkout');
       element.amount = 100;
       element.addEventListener('pay-outcome', (event) => { const outcome: Outcome = event.detail.outcome; void outcome; });
       // @ts-expect-error an amount is a number
       element.amount = '1.00';
       const options: SandboxOptions = { db: ':memory:' };
       const { url } = await serve(createSandbox(options), { port: 0 });
       export const seen: { url: string; key: string; log: LogEntry[] } = { url, key: secretKey, log: [] };
       export { PayError, createPayClient, readReturn, renderForm };`,
    );
    const compilerOptions = {
      ...{ strict: true, target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext' },
      ...{ lib: ['es2022', 'dom', 'dom.iterable'], types: [], noEmit: true, skipLibCheck: false },
    };
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['merchant.ts'] }),
    );
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  });
});
