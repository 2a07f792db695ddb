import type { Message } from './message.js';
import type { AttemptResult } from './queue.js';

/** What Standard Webhooks recommends. */
const responseTimeoutMs = 15_000;

/**
 * Makes one attempt. Only a 2xx means that the shop has the notification. Redirects are not followed, because anybody
 * who controls the shop's response could choose the target. The body of a response is never read.
 */
export async function postNotification(url: string, { headers, body }: Message): Promise<AttemptResult> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
    // Ignore a failed stop: the answer has said what it had to.
    response.body?.cancel().catch(() => undefined);
    return { isDelivered: response.ok, answer: String(response.status) };
  } catch (error) {
    return { isDelivered: false, answer: describeReason(error) };
  }
}

/** A word for a log and for a list; never a text that a server has chosen. */
function describeReason(error: unknown): string {
  const { name, cause } = error as Error & { readonly cause?: { readonly code?: unknown } };
  if (name === 'TimeoutError') return 'no answer in time';
  return typeof cause?.code === 'string' ? cause.code : 'no connection';
}
