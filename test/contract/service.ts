import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import * as z from 'zod';
import {
  createSandbox,
  publishableKey,
  type SandboxOptions,
  secretKey,
  serve,
} from '../../src/sandbox/index.js';
import { openDatabase } from '../../src/sandbox/store/database.js';
import { client, habits, noon, source } from '../sandbox/shop.js';

export { refused } from '../sandbox/shop.js';

export const keys = { secret: secretKey, publishable: publishableKey };

/** Immediately paid, challenged first, and declined. */
export const cards = {
  paid: '4111114005765430',
  challenged: '4111111111111111',
  declined: '4242424242424242',
};

/** A card to be kept without a payment. */
const { type: _, ...card } = source('4111111111111111');
export const newToken = { ...card, callback_url: 'https://shop.example/kept' };

/** Where nothing listens. */
const nobody = 'http://127.0.0.1:1/hook';

interface ServiceOptions extends SandboxOptions {
  /** Requests come over the network, rather than to `fetch` of the sandbox itself, which is cheaper. */
  readonly overNetwork?: boolean;
}

/** A sandbox until the file's tests are done. Its clock stands at noon until it is put forward. */
export async function openService({ overNetwork = false, ...options }: ServiceOptions = {}) {
  // In memory, and open to a second connection of this process.
  const db = `file:${randomUUID()}?mode=memory&cache=shared`;
  const sandbox = createSandbox({ now: () => noon, db, ...options });
  const { url, close } = await serve(sandbox);
  const database = openDatabase(db);
  after(async () => {
    database.close();
    await close();
    await sandbox.close();
  });

  const call = overNetwork
    ? client((request) => fetch(request, { redirect: 'manual' }), url)
    : client((request) => sandbox.fetch(request), url);
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all([]);
  const counts = (tables as Array<{ name: string }>)
    .map(({ name }) => `SELECT '${name}' AS name, count(*) AS rows FROM ${name}`)
    .join(' UNION ALL ');

  const shop = habits(call);
  const register = (more: object = {}) => shop.register(nobody, more);
  return {
    ...shop,
    url,
    call,
    register,
    keepCard: async (more: object = {}) =>
      (await call('POST', '/v1/tokens', { key: publishableKey, body: { ...newToken, ...more } })).body,
    /** The id of an attempt at a webhook that nobody answers. */
    attempt: async () => {
      await register();
      await shop.pay();
      await sandbox.tick();
      return (await call('GET', '/v1/webhooks/attempts')).body.webhook_attempts[0].id as string;
    },
    move: (id: string, verb: string, body?: object) =>
      call('POST', `/v1/payments/${id}/${verb}`, body ? { body } : {}),
    retrieve: async (path: string) => (await call('GET', `/v1/${path}`)).body,
    /** How many rows the sandbox keeps, by table. */
    stored: () => database.prepare(counts).all([]),
    /** Puts a status into the database that the sandbox never gives by itself. */
    plant: (table: 'payments' | 'invoices', id: string, status: string) =>
      void database.prepare(`UPDATE ${table} SET status = ? WHERE id = ?`).run([status, id]),
  };
}

export type Service = Awaited<ReturnType<typeof openService>>;

export function conforms(table: z.ZodType, answer: unknown): void {
  const { error } = table.safeParse(answer);
  assert.equal(error && z.prettifyError(error), undefined, JSON.stringify(answer));
}
