import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createSandbox, publishableKey, secretKey, serve } from 'pay-checkout/sandbox';
import { createPayClient } from 'pay-checkout/server';
import { createShop } from './backend/app.js';
import { openCustomers } from './backend/customers.js';
import { openShopDatabase } from './backend/orders.js';
import { register } from './backend/registration.js';

export interface Options {
  readonly port: number;
  readonly sandboxPort: number;
  /** Folder of the two databases, ending in a slash; or `:memory:`. */
  readonly data: string;
}

/** Starts the payment service and the shop in this process. A port that is taken gives way to the next free one. */
export async function start({ port, sandboxPort, data }: Options) {
  const file = (name: string) => (data === ':memory:' ? data : `${data}${name}`);
  const sandbox = createSandbox({ db: file('sandbox.db') });
  const service = await nextFree(sandboxPort, 'The sandbox', (port) => serve(sandbox, { port }));
  const baseUrl = `${service.url}/v1`;

  const database = openShopDatabase(file('shop.db'));
  await database.store.migrate();
  const customers = openCustomers(file('shop.db'));
  const client = createPayClient({ secretKey, baseUrl });
  const webhookSecret = crypto.randomUUID();
  const { app, checkout } = createShop({
    client,
    database,
    customers,
    webhookSecret,
    settings: { baseUrl, publishableKey },
  });
  const shop = await nextFree(port, 'The shop', (port) => listen(app.fetch, port));
  // For payers who never come back and messages that never arrive.
  const sweep = setInterval(() => checkout.sweep().catch(console.error), 60_000);
  await register(client, `${shop.url}api/webhook`, webhookSecret);

  const stop = async () => {
    clearInterval(sweep);
    await Promise.all([shop.close(), service.close()]);
    await sandbox.close();
    database.close();
    customers.close();
  };
  return { url: shop.url, baseUrl, stop };
}

async function nextFree<T>(port: number, name: string, listenOn: (port: number) => Promise<T>): Promise<T> {
  try {
    return await listenOn(port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port >= 65_535) throw error;
    console.log(`${name}: port ${port} is taken, trying ${port + 1}.`);
    return nextFree(port + 1, name, listenOn);
  }
}

async function listen(fetch: (request: Request) => Response | Promise<Response>, port: number) {
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
