import assert from 'node:assert/strict';
import { authResults, type BankAnswer } from '../../src/testing/test-cards.js';
import { createSandbox, publishableKey, type SandboxOptions, secretKey } from '../../src/sandbox/index.js';

/** What the tests say of an answer; its body is whatever came. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- an answer is looked into, not trusted
  readonly body: any;
}

export interface Sending {
  readonly body?: unknown;
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
}

export const basic = (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;

/** Noon of a day in the middle of a month. */
export const noon = Date.UTC(2026, 4, 15, 12);

export const callback = 'https://shop.example/callback?order=7';

export const approved = '4111111111111111';
export const approvedAtOnce = '4111114005765430';

export const source = (number = approved, more: object = {}) => ({
  type: 'creditcard',
  name: 'Aisha Al-Harbi',
  number,
  month: '12',
  year: '2030',
  cvc: /^3[47]/.test(number) ? '1234' : '123',
  ...more,
});

/** Sends requests to something like `fetch`. */
export function client(fetch: (request: Request) => Promise<Response>, base = 'http://sandbox.test') {
  return async (
    method: string,
    path: string,
    { body, key = secretKey, headers = {} }: Sending = {},
  ): Promise<Answer> => {
    const response = await fetch(
      new Request(new URL(path, base), {
        method,
        headers: {
          ...(key !== null && { authorization: basic(key) }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
}

/** A sandbox in memory whose clock stands at noon, and a shop that uses it. */
export function openShop(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ now: () => noon, ...options });
  const call = client((request) => sandbox.fetch(request));
  return { sandbox, call, ...habits(call) };
}

export type Call = ReturnType<typeof client>;

/** What a shop does again and again. */
export function habits(call: Call) {
  const createIntent = async (more: object = {}) =>
    (await call('POST', '/v1/payment_intents', { body: { amount: 10_000, callback_url: callback, ...more } }))
      .body;

  const fulfil = (clientSecret: string, more: object = {}) =>
    call('POST', '/v1/payments', {
      key: publishableKey,
      body: { client_secret: clientSecret, source: source(), ...more },
    });

  /** Sends one form of the bank's pages. */
  const step = (payment: { source: { transaction_url: string } }, name: string, body = '') =>
    call('POST', new URL(name, payment.source.transaction_url).pathname, {
      key: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });

  const answer = async (payment: { source: { transaction_url: string } }, word: BankAnswer) => {
    await step(payment, 'set_auth_result', `auth_result=${authResults[word]}`);
    return step(payment, 'acs_return');
  };

  /** A payment with a card, on a fresh intent. */
  const payWith = async (
    number?: string,
    more: { intent?: object; source?: object; payment?: object } = {},
  ) => {
    const intent = await createIntent(more.intent);
    const paid = await fulfil(intent.client_secret, { source: source(number, more.source), ...more.payment });
    return paid.body;
  };

  /** One that went through. */
  const pay = (more?: Parameters<typeof payWith>[1]) => payWith(approvedAtOnce, more);

  const bill = async (more: object = {}) =>
    (
      await call('POST', '/v1/invoices', {
        body: { amount: 10_000, currency: 'SAR', description: 'Three lamps', ...more },
      })
    ).body;

  const register = async (url: string, more: object = {}) =>
    (await call('POST', '/v1/webhooks', { body: { url, shared_secret: 'hush-hush', ...more } })).body;

  const paymentOf = async (id: string) => (await call('GET', `/v1/payments/${id}`)).body;

  const advance = (seconds: number) =>
    call('POST', '/sandbox/clock', { key: null, body: { advance: seconds } });

  const fault = (route: string, name: string, more: object = {}) =>
    call('POST', '/sandbox/faults', { key: null, body: { route, fault: name, ...more } });

  return { createIntent, fulfil, step, answer, payWith, pay, bill, register, paymentOf, advance, fault };
}

/** A refusal in the one form that they all have. */
export function refused(answer: Answer, status: number, type: string, fields: readonly string[] = []): void {
  assert.deepEqual([answer.status, answer.body.type], [status, type], JSON.stringify(answer.body));
  assert.deepEqual(Object.keys(answer.body).sort(), ['errors', 'message', 'type']);
  assert.ok(typeof answer.body.message === 'string' && answer.body.message.length > 0);
  assert.deepEqual(Object.keys(answer.body.errors ?? {}), fields, JSON.stringify(answer.body));
  for (const problem of Object.values(answer.body.errors ?? {}))
    assert.ok(Array.isArray(problem) && problem.every((text) => typeof text === 'string' && text !== ''));
}

/** A refusal that names the fields that are wrong. */
export const refusedFor = (answer: Answer, ...fields: readonly string[]): void =>
  refused(answer, 400, 'validation_error', fields);
