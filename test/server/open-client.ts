import type { ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { createPayClient } from '../../src/server/index.js';
import { openReceiver, type Answer } from '../receiver.js';

export const secretKey = 'sk_test_recorded';

/** A client, and a service that answers as told. */
export async function openClient(t: TestContext, answer: Answer, timeout = 5000) {
  const { url, received } = await openReceiver(t, answer);
  const baseUrl = `${url}/v1`;
  return { baseUrl, received, client: createPayClient({ secretKey, baseUrl, timeout }) };
}

/** The same answer to everything. */
export const always =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
