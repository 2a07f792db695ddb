import type { DeliveryMethod } from './webhook.js';

export interface Answer {
  /** Whether it was a 2xx in time. */
  readonly accepted: boolean;
  /** The fields below are null when no answer came. */
  readonly code: number | null;
  readonly headers: Readonly<Record<string, string>> | null;
  /** The beginning of the answer's body. */
  readonly body: string | null;
  readonly message: string;
}

/** How much of an answer's body is kept. */
const keptBytes = 10_000;
/** Milliseconds that the body may take once the status is known. */
const bodyTimeout = 1000;

/** Sends JSON. The status alone decides; redirects are not followed. Never throws. */
export async function send(
  { url, http_method: method }: { readonly url: string; readonly http_method: DeliveryMethod },
  body: string,
  timeout: number,
  stop: AbortSignal,
): Promise<Answer> {
  const late = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, {
      method: method.toUpperCase(),
      headers: { 'content-type': 'application/json', 'user-agent': 'pay-checkout-sandbox' },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([late, stop]),
    });
    return {
      accepted: response.ok,
      code: response.status,
      headers: Object.fromEntries(response.headers),
      body: await beginningOf(response),
      message: `answered ${response.status}`,
    };
  } catch (error) {
    const message = late.aborted ? `no answer within ${timeout / 1000} s` : reasonOf(error);
    return { accepted: false, code: null, headers: null, body: null, message };
  }
}

/** The text that came until the limit, the deadline, or the end of the connection. */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  if (!reader) return '';
  const giveUp = setTimeout(() => void reader.cancel().catch(() => undefined), bodyTimeout);
  let [text, size] = ['', 0];
  try {
    while (size < keptBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value.subarray(0, keptBytes - size), { stream: true });
      size += value.length;
    }
  } catch {
    // A connection that breaks leaves what came before.
  } finally {
    clearTimeout(giveUp);
    void reader.cancel().catch(() => undefined);
  }
  // The database would cut the text at a NUL.
  return text.replaceAll('\0', '\uFFFD');
}

/** `fetch` gives the reason of a failure in the cause of its error. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : message;
}
