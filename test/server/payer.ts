import type { TestContext } from 'node:test';
import { answerBank } from '../../src/testing/answer-bank.js';
import type { BankAnswer } from '../../src/testing/test-cards.js';
import { createSandbox, publishableKey, serve, type SandboxOptions } from '../../src/sandbox/index.js';

export const approvedAtOnce = '4111114005765430';
export const challenged = '4201320111111010';
export const poor = '4201320000311101';
export const refusedAtOnce = '4000000000000002';

interface Paying {
  readonly secret: string;
  readonly card?: string;
  readonly manual?: boolean;
  /** Whether the card is to be kept. */
  readonly save?: boolean;
  readonly more?: object;
}

/** The service on a port of its own, and what a payer's browser does to it. Both end with the test. */
export async function openService(t: TestContext, options: SandboxOptions = {}) {
  // A challenge outlives every time that the shop itself keeps, so that these times are what is tested.
  const sandbox = createSandbox({ decisions: { challengeTimeout: 'never' }, ...options });
  const served = await serve({
    ...sandbox,
    async fetch(request, env) {
      const response = await sandbox.fetch(request, env);
      // Many tests set the clock ahead. The timers of a connection that is kept for later would all end at once then, and
      // one of them fails in Node's own `fetch` when the connection is already forgotten.
      response.headers.set('connection', 'close');
      return response;
    },
  });
  t.after(async () => {
    await served.close();
    await sandbox.close();
  });
  const baseUrl = `${served.url}/v1`;
  /** The service without a network between, which costs a fraction. */
  const send = (url: string | URL, init?: RequestInit) => sandbox.fetch(new Request(url, init));

  return {
    baseUrl,
    send,
    /** Fulfils an intent, as `<pay-checkout>` does. */
    async pay({ secret, card = approvedAtOnce, manual = false, save = false, more = {} }: Paying) {
      const response = await send(`${baseUrl}/payments`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${publishableKey}:`)}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          client_secret: secret,
          source: {
            type: 'creditcard',
            name: 'Noura',
            number: card,
            month: '12',
            year: '2039',
            cvc: '123',
            manual,
            ...(save && { save_card: true }),
          },
          ...more,
        }),
      });
      return (await response.json()) as { id: string; status: string; source: { transaction_url: string } };
    },
    /** Presses one of the buttons of the bank's page. */
    answer: (page: string, answer: BankAnswer) =>
      answerBank((request) => sandbox.fetch(request), page, answer),
  };
}
