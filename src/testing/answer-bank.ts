import { authResults, type BankAnswer } from './test-cards.js';

/**
 * Answers a challenge without a browser, by its last two forms. Resolves with the response that leads back to the shop.
 *
 * @param url The payment's `source.transaction_url`.
 */
export async function answerBank(
  send: (request: Request) => Promise<Response>,
  url: string,
  answer: BankAnswer,
): Promise<Response> {
  const post = (step: string, fields: Readonly<Record<string, string>>) =>
    send(
      new Request(new URL(step, url), {
        method: 'POST',
        // As text: a page of jsdom has a URLSearchParams that Node's fetch does not know.
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams(fields)),
        redirect: 'manual',
      }),
    );
  const answered = await post('set_auth_result', { auth_result: authResults[answer] });
  return answered.ok ? post('acs_return', {}) : answered;
}

/** Answers a challenge as {@link answerBank} does. Resolves with the return URL; undefined if the order has none. */
export async function passBank(
  send: (request: Request) => Promise<Response>,
  url: string,
  answer: BankAnswer,
): Promise<string | undefined> {
  const response = await answerBank(send, url, answer);
  const returnUrl = response.headers.get('location') ?? undefined;
  if (returnUrl === undefined && !response.ok)
    throw new Error(`The bank’s page ${url} answered ${response.status}: ${await response.text()}`);
  return returnUrl;
}
