import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { operatorKey, orderClaims, orderSecret, sign } from '../program/order-token.js';
import { serveSite, startSandbox, type Running, type Site } from './servers.js';

const cli = fileURLToPath(new URL('../../dist/server-program-cli.js', import.meta.url));

/** What a shop’s name may be at its worst. */
export const hostile = `</title><script>alert(1)</script><img src=x onerror=alert(1)>`;

/** The program as it is published, until `stop`. */
async function startProgram(sandbox: Running, shop: string) {
  const folder = mkdtempSync(join(tmpdir(), 'pay-program-'));
  const child = spawn(process.execPath, [cli], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PAY_SECRET_KEY: 'sk_test_sandbox',
      PAY_PUBLISHABLE_KEY: 'pk_test_sandbox',
      PAY_BASE_URL: sandbox.url,
      PAY_WEBHOOK_SECRET: 'a secret of the webhook',
      ORDER_KEYS: `shop:${orderSecret}`,
      OPERATOR_KEY: operatorKey,
      DATABASE_URL: `sqlite:${join(folder, 'program.db')}`,
      SHOP_NAME: hostile,
      SHOP_URL: shop,
      SHOP_ACCENT: '#7a4b1f',
      PORT: '0',
    },
  });
  for await (const line of createInterface(child.stdout)) {
    const { url } = JSON.parse(line) as { url?: string };
    if (url === undefined) continue;
    const stop = async () => {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
      rmSync(folder, { recursive: true, force: true });
    };
    return { url, stop };
  }
  throw new Error('The program ended before it listened.');
}

export interface Program {
  readonly url: string;
  readonly shop: Site;
  readonly sandbox: Running;
}

/** The program, with the shop and the service that it stands between. */
export async function openProgram(): Promise<Program & { close(): Promise<void> }> {
  const sandbox = await startSandbox();
  let program: { readonly url: string; stop(): Promise<void> } = { url: '', stop: async () => undefined };
  const shop = await serveSite(({ pathname, searchParams }) => {
    if (pathname === '/back') return '<!doctype html><title>Thank you</title><h1>Thank you</h1>';
    // The tag on the shop's own page, whose checkout is the program: another origin.
    if (pathname === '/tag')
      return `<!doctype html><title>Shop</title><script src="/pay-checkout.js"></script>
        <pay-checkout base-url="${sandbox.url}" publishable-key="pk_test_sandbox" amount="10000" currency="SAR"
          checkout-url="${program.url}/checkout/${searchParams.get('token')}"></pay-checkout>`;
    return pathname === '/' ? '<!doctype html><title>Shop</title>' : undefined;
  });
  program = await startProgram(sandbox, shop.url);
  const close = async () => {
    await program.stop();
    shop.close();
    await sandbox.kill();
  };
  return { url: program.url, shop, sandbox, close };
}

/** An order of its own. */
export const newToken = ({ shop }: Program, more: object = {}) =>
  sign(orderClaims({ sub: crypto.randomUUID(), callback_url: `${shop.url}/back`, ...more }));
