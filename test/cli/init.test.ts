import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { frameworkNames, frameworks } from '../../src/cli/init/frameworks.js';
import { writeShop } from '../../src/cli/init/init.js';
import { writePackage } from '../../src/cli/init/shop-package.js';
import { signOrder } from '../../src/cli/templates/server/order-token.js';
import { startShop } from '../../src/cli/templates/server/shop.js';
import { temporaryFolder } from '../temporary-folder.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const versionsIn = (file: string) => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  return { ...dependencies, ...devDependencies };
};
const versions = { ...versionsIn('package.json'), ...versionsIn('test/package.json') };

describe('pay-checkout init', () => {
  it('refuses a folder that has anything of anybody’s, and leaves it as it was', (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'shop.ts'), '// mine');
    assert.throws(() => writeShop(folder, 'hono'), /is not empty: it has shop\.ts\. Name an empty folder\./);
    assert.deepEqual(readdirSync(folder), ['shop.ts']);
  });

  it('takes what npm and git leave in an empty folder, and keeps what was installed', (t) => {
    const folder = temporaryFolder(t);
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

  const sources = {
    'a tarball': ['file:../vendor/pay-checkout-0.1.0.tgz', 'file:../../vendor/pay-checkout-0.1.0.tgz'],
    'a registry': ['^0.1.0', '^0.1.0'],
    'nothing that the project names': [undefined, 'file:../node_modules/pay-checkout'],
  } as const;
  for (const [name, [found, written]] of Object.entries(sources))
    it(`in a new folder, takes the package as the project around it does: from ${name}`, (t) => {
      const project = temporaryFolder(t);
      const [shop, packageFolder] = [join(project, 'shop'), join(project, 'node_modules/pay-checkout')];
      mkdirSync(shop);
      mkdirSync(packageFolder, { recursive: true });
      const manifest = { dependencies: { 'pay-checkout': found } };
      writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
      writePackage(shop, frameworks.hono.package, packageFolder);
      const { dependencies } = JSON.parse(
        readFileSync(join(shop, 'package.json'), 'utf8'),
      ) as typeof manifest;
      assert.equal(dependencies['pay-checkout'], written);
    });

  it('gives Next.js a function that is called once at the start, and sweeps every minute from then on', async (t) => {
    const folder = temporaryFolder(t);
    writeShop(folder, 'next');
    writeFileSync(
      join(folder, 'checkout.ts'),
      'export const sweeps = []; export const checkout = { sweep: async () => void sweeps.push(Date.now()) };',
    );
    t.mock.timers.enable({ apis: ['setInterval'] });
    process.env['NEXT_RUNTIME'] = 'nodejs';
    t.after(() => delete process.env['NEXT_RUNTIME']);
    const load = (name: string): Promise<unknown> => import(pathToFileURL(join(folder, name)).href);
    await ((await load('instrumentation.ts')) as { register(): Promise<void> }).register();
    t.mock.timers.tick(120_000);
    assert.equal(((await load('checkout.ts')) as { sweeps: unknown[] }).sweeps.length, 2);
  });

  it('gives Next.js the types of React, which it would install at the first start', () => {
    assert.ok('@types/react' in frameworks.next.package.devDependencies);
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

describe('the shop that init writes for the server program', () => {
  const order = { sub: '7', amount: 10_000, currency: 'SAR', callback_url: 'https://shop.example/back' };

  it('goes on after requests that cannot be read', async (t) => {
    const logged = t.mock.method(console, 'error', () => undefined);
    const secrets = { orderKey: 'shop:secret', webhookSigningSecret: '' };
    const { url, stop } = await startShop({ port: 0, serverUrl: 'http://127.0.0.1:1', ...secrets });
    t.after(stop);
    const post = 'POST /webhook HTTP/1.1\r\nHost: shop\r\n';
    const requests = [
      'GET // HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n',
      `${post}Connection: close\r\nContent-Length: 70000\r\n\r\n${'x'.repeat(70_000)}`,
      // The sender goes away in the middle.
      `${post}Content-Length: 9\r\n\r\n{`,
    ];
    for (const request of requests) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
      socket.resume().write(request);
      if (request.endsWith('{')) socket.end();
      await once(socket, 'close');
    }
    assert.equal((await fetch(`${url}/back`)).status, 200);
    assert.equal(logged.mock.callCount(), requests.length);
  });

  it('signs with the whole secret, also if the secret has a colon', () => {
    const [header, claims, signature] = signOrder(order, 'shop:one:two').split('.');
    const hmac = createHmac('sha256', 'one:two').update(`${header}.${claims}`);
    assert.equal(signature, hmac.digest('base64url'));
  });
});
