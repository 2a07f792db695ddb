import { expect } from '@open-wc/testing';
import type { FulfilPaymentIntent } from '../../src/wire/payment-intent.js';
import { saveCardAlone } from '../saved-card.js';

const engine = /Firefox|Chrome/.exec(navigator.userAgent)?.[0];
const name = engine === 'Firefox' ? 'firefox' : engine ? 'chromium' : 'webkit';

/** The real sandbox, which the test runner has started for this engine. */
export const baseUrl =
  document.querySelector<HTMLMetaElement>(`meta[name="sandbox-of-${name}"]`)?.content ?? '';
const origin = new URL(baseUrl).origin;

export const publishableKey = 'pk_test_sandbox';

async function call(method: string, path: string, body?: object): Promise<Response> {
  return fetch(path.startsWith('/sandbox') ? origin + path : baseUrl + path, {
    method,
    headers: { authorization: `Basic ${btoa('sk_test_sandbox:')}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

export interface SandboxIntent {
  id: string;
  client_secret: string;
  status: string;
  expires_at: string;
  amount: number;
  currency: string;
}

/** What the merchant's server does before a payment. */
export async function createIntent(fields: object = {}): Promise<SandboxIntent> {
  const body = { amount: 10_000, currency: 'SAR', callback_url: `${origin}/back`, ...fields };
  const answer = await call('POST', '/payment_intents', body);
  expect(answer.status).to.equal(201);
  return answer.json() as Promise<SandboxIntent>;
}

export async function readIntent(id: string): Promise<SandboxIntent> {
  return (await call('GET', `/payment_intents/${id}`)).json() as Promise<SandboxIntent>;
}

/** What the merchant's status endpoint does. */
export async function readPayment(id: string): Promise<unknown> {
  const answer = await call('GET', `/payments/${id}`);
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

export const createToken = (number: string = cards.paid): Promise<string> => saveCardAlone(baseUrl, number);

/** A payment as the merchant's server reads it, with what no page is told. */
export async function readTokenOf(paymentId: string): Promise<string> {
  const { source } = (await readPayment(paymentId)) as { readonly source: { readonly token: string } };
  return source.token;
}

export async function fault(
  name: string,
  route: 'fulfil' | 'status' = 'fulfil',
  times = 1,
  more: { readonly ms?: number } = {},
): Promise<void> {
  const answer = await call('POST', '/sandbox/faults', { route, fault: name, times, ...more });
  expect(answer.ok, `fault ${name}`).to.equal(true);
}

/** The token of a card that can pay at once. */
export async function saveCard(number: string): Promise<string> {
  const source = { type: 'creditcard', name: 'Sara Ali', number, month: '12', year: '2030', cvc: '123' };
  const answer = await call('POST', '/payments', {
    amount: 100,
    currency: 'SAR',
    callback_url: `${origin}/back`,
    source: { ...source, save_card: true },
  });
  expect(answer.status).to.equal(201);
  const payment = (await answer.json()) as { source: { token: string; transaction_url?: string | null } };
  const { token, transaction_url: bank } = payment.source;
  const body = new URLSearchParams({ answer: 'authenticated' });
  // As a payer's browser would: the form of the bank's page, whose answer leads away from here.
  if (bank) await fetch(bank, { method: 'POST', body, mode: 'no-cors' });
  expect(await readToken(token)).to.include({ status: 'active' });
  return token;
}

export async function readToken(id: string): Promise<unknown> {
  return (await call('GET', `/tokens/${id}`)).json();
}

export async function deleteToken(id: string): Promise<void> {
  expect((await call('DELETE', `/tokens/${id}`)).status).to.equal(204);
}

/** Takes back the faults that a test has left. */
export async function resetSandbox(): Promise<void> {
  await call('POST', '/sandbox/reset');
}

/** The bodies that a page sends to fulfil intents, in order; the requests go on to the sandbox. */
export function watchFulfilments(): { readonly sent: FulfilPaymentIntent[]; restore(): void } {
  const sent: FulfilPaymentIntent[] = [];
  const { fetch } = window;
  window.fetch = (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (init?.method === 'POST' && /\/(fulfill|payments)$/.test(url)) {
      sent.push(JSON.parse(String(init.body)) as FulfilPaymentIntent);
    }
    return fetch(input, init);
  };
  return { sent, restore: () => void (window.fetch = fetch) };
}

/** Listed test cards by how they end. */
export const cards = {
  /** Without a challenge. */
  paid: '4111114005765430',
  challenged: '4201320111111010',
} as const;
