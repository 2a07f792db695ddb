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
        body: new URLSearchParams(fields),
        redirect: 'manual',
      }),
    );
  const answered = await post('set_auth_result', { auth_result: authResults[answer] });
  return answered.ok ? post('acs_return', {}) : answered;
}
