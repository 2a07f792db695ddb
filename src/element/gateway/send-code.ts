import type { Config } from '../checkout/config.js';
import type { CodeResult } from '../checkout/ports.js';
import { readResponseJson } from '../../wire/json.js';
import { readPayment } from '../../wire/reader.js';
import { createPolicyError, watchBlockedRequest } from './blocked-request.js';
import { redactCode } from './redact.js';

/**
 * Sends the code of an STC Pay payment to the address that the service has answered: one request, never repeated, because
 * each code ends the payment. Never rejects: the result is `no-answer` when it is not known what the code came to, also
 * when the service refuses the request.
 */
export async function sendCode(
  config: Config,
  paymentId: string,
  codeUrl: string,
  code: string,
): Promise<CodeResult> {
  const endWatch = watchBlockedRequest(codeUrl);
  try {
    const response = await fetch(codeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ otp_value: code }),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      // The address is a credential, and so may be the page's.
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(config.timeout),
    });
    const answer = await readResponseJson(response)
      .then((json) => redactCode(json, code, codeUrl))
      .catch(() => undefined);
    void endWatch();
    const payment = response.ok ? readPayment(answer) : undefined;
    // The service may write an id in other letters.
    return payment?.id.toLowerCase() === paymentId.toLowerCase()
      ? { kind: 'payment', payment: { ...payment, id: paymentId } }
      : { kind: 'no-answer' };
  } catch {
    return (await endWatch())
      ? { kind: 'unsent', error: createPolicyError(codeUrl, 'the address that takes the code') }
      : { kind: 'no-answer' };
  }
}
