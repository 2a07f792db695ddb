import { authResults, type BankAnswer } from '../src/testing/test-cards.js';
import { saveCardAlone } from './saved-card.js';

/** The publishable key of a namespace of the sandbox; `sandbox` is the first one. */
export const publishableKeyOf = (namespace = 'sandbox') => `pk_test_${namespace}`;

export const publishableKey = publishableKeyOf();

/** Listed test cards by how they end. */
export const cards = {
  /** Without a challenge. */
  paid: '4111114005765430',
  challenged: '4201320111111010',
} as const;

export interface SandboxIntent {
  id: string;
  client_secret: string;
  status: string;
  expires_at: string;
  amount: number;
  currency: string;
}

/** What a merchant's server and the tests' controls ask of a sandbox at an address, in one of its namespaces. */
export function sandboxClient(baseUrl: string, namespace = 'sandbox') {
  const { origin } = new URL(baseUrl);

  const call = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(path.startsWith('/sandbox') ? origin + path : baseUrl + path, {
      method,
      headers: {
        authorization: `Basic ${btoa(`sk_test_${namespace}:`)}`,
        'content-type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  async function expectStatus(status: number, answering: Promise<Response>): Promise<Response> {
    const answer = await answering;
    if (answer.status !== status)
      throw new Error(`The sandbox answered ${answer.status}: ${await answer.text()}`);
    return answer;
  }

  /** What the merchant's server does before a payment. */
  async function createIntent(fields: object = {}): Promise<SandboxIntent> {
    const body = { amount: 10_000, currency: 'SAR', callback_url: `${origin}/back`, ...fields };
    return (await expectStatus(201, call('POST', '/payment_intents', body))).json() as Promise<SandboxIntent>;
  }

  const readIntent = async (id: string): Promise<SandboxIntent> =>
    (await call('GET', `/payment_intents/${id}`)).json() as Promise<SandboxIntent>;

  /** What the merchant's status endpoint does. */
  async function readPayment(id: string): Promise<unknown> {
    const answer = await call('GET', `/payments/${id}`);
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  }

  const createToken = (number: string = cards.paid): Promise<string> =>
    saveCardAlone(baseUrl, number, '123', publishableKeyOf(namespace));

  /** A payment as the merchant's server reads it, with what no page is told. */
  async function readTokenOf(paymentId: string): Promise<string> {
    const { source } = (await readPayment(paymentId)) as { readonly source: { readonly token: string } };
    return source.token;
  }

  async function fault(
    name: string,
    route: 'fulfil' | 'send-code' | 'status' | 'apple-session' = 'fulfil',
    times = 1,
    more: { readonly ms?: number } = {},
  ): Promise<void> {
    await expectStatus(200, call('POST', '/sandbox/faults', { route, fault: name, times, ...more }));
  }

  const readToken = async (id: string): Promise<unknown> => (await call('GET', `/tokens/${id}`)).json();

  /** The token of a card that can pay at once. */
  async function saveCard(number: string): Promise<string> {
    const source = { type: 'creditcard', name: 'Sara Ali', number, month: '12', year: '2030', cvc: '123' };
    const answer = await expectStatus(
      201,
      call('POST', '/payments', {
        amount: 100,
        currency: 'SAR',
        callback_url: `${origin}/back`,
        source: { ...source, save_card: true },
      }),
    );
    const payment = (await answer.json()) as { source: { token: string; transaction_url?: string | null } };
    const { token, transaction_url: bank } = payment.source;
    if (bank) await answerBank(bank, 'authenticated');
    const { status } = (await readToken(token)) as { readonly status: string };
    if (status !== 'active') throw new Error(`The token is ${status}.`);
    return token;
  }

  /** As a payer's browser would: the form of the bank's page. */
  async function answerBank(url: string, answer: BankAnswer): Promise<void> {
    const auth_result = authResults[answer];
    const body = new URLSearchParams({ auth_result });
    await fetch(new URL('set_auth_result', url), { method: 'POST', body, mode: 'no-cors' });
  }

  async function deleteToken(id: string): Promise<void> {
    await expectStatus(204, call('DELETE', `/tokens/${id}`));
  }

  /** Takes back the faults that a test has left. */
  async function resetSandbox(): Promise<void> {
    await call('POST', '/sandbox/reset');
  }

  return {
    createIntent,
    readIntent,
    readPayment,
    createToken,
    readTokenOf,
    fault,
    saveCard,
    answerBank,
    readToken,
    deleteToken,
    resetSandbox,
  };
}
