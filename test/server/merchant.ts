import type { TestContext } from 'node:test';
import { createShop } from '../../demo/merchant/backend/app.js';
import { openCustomers } from '../../demo/merchant/backend/customers.js';
import { openShopDatabase } from '../../demo/merchant/backend/orders.js';
import { publishableKey, secretKey, type SandboxOptions } from '../../src/sandbox/index.js';
import { createPayClient } from '../../src/server/index.js';
import { openService } from './payer.js';

export const webhookSecret = 'whsec_1';

export interface Intent {
  readonly id: string;
  readonly client_secret: string;
  readonly payment_id: string;
  readonly amount: number;
}

/** The demo's backend with the real service behind it, and a browser's requests to it. */
export async function openShop(t: TestContext, options: SandboxOptions = {}) {
  const service = await openService(t, options);
  const database = openShopDatabase(':memory:');
  await database.store.migrate();
  const customers = openCustomers(':memory:');
  t.after(() => database.close());
  const client = createPayClient({ secretKey, baseUrl: service.baseUrl, fetch: service.send });
  const settings = { baseUrl: service.baseUrl, publishableKey };
  const { app, checkout } = createShop({ client, database, customers, webhookSecret, settings });

  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.request(`http://127.0.0.1:3000${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const order = async (items: unknown = [{ product: 'cups', quantity: 2 }]) =>
    ((await (await call('POST', '/api/orders', { items })).json()) as { id: string }).id;
  const standing = async (id: string) => {
    const { standing } = (await (await call('GET', `/api/orders/${id}`)).json()) as {
      standing: { status: string };
    };
    return standing;
  };
  const intent = (id: string) => call('POST', `/api/orders/${id}/intent`);
  /** What the checkout page does: an intent, a payment. */
  const pay = async (id: string, card?: string) => {
    const { client_secret: secret, payment_id: given_id } = (await (await intent(id)).json()) as Intent;
    return service.pay({ secret, more: { given_id }, ...(card !== undefined && { card }) });
  };
  /** Sends what the service would send; the body as it is, or as JSON. */
  const deliver = (message: unknown) => call('POST', '/api/webhook', message);
  return { app, checkout, service, client, deliver, call, order, standing, intent, pay };
}
