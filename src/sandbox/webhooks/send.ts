import { setTimeout as sleep } from 'node:timers/promises';

/** The methods by which a message can be delivered. */
export const deliveryMethods = ['post', 'put', 'patch'] as const;
export type DeliveryMethod = (typeof deliveryMethods)[number];

/** A registration as it is stored. */
export interface WebhookRow {
  readonly id: string;
  readonly http_method: DeliveryMethod;
  readonly url: string;
  /** Empty when the merchant set none. */
  readonly shared_secret: string;
  /** A list of kinds; empty for all, also future ones. */
  readonly events_json: string;
  readonly created_at: number;
}

/** What came of sending a message. */
export interface ReceiverResponse {
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
const answerBodyMs = 1000;

export const noAnswer = (message: string): ReceiverResponse => ({
  accepted: false,
  code: null,
  headers: null,
  body: null,
  message,
});

/** A body of which half is sent at once and the rest after so many milliseconds. */
function createSlowBody(text: string, ms: number, stop: AbortSignal): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.subarray(0, bytes.length / 2));
      await sleep(ms, undefined, { signal: stop }).catch(() => undefined);
      if (stop.aborted) return controller.error(stop.reason);
      controller.enqueue(bytes.subarray(bytes.length / 2));
      controller.close();
    },
  });
}

export interface Sending {
  readonly url: string;
  readonly method: DeliveryMethod;
  readonly body: string;
  /** Milliseconds that the receiver has to answer. */
  readonly timeoutMs: number;
  /** How long the second half of the body is held back; 0 sends it in one piece. */
  readonly bodyMs?: number;
}

/** Sends JSON. The status alone decides; redirects are not followed. Never throws. */
export async function send(
  { url, method, body, timeoutMs, bodyMs = 0 }: Sending,
  stop: AbortSignal,
): Promise<ReceiverResponse> {
  const late = AbortSignal.timeout(timeoutMs + bodyMs);
  const signal = AbortSignal.any([late, stop]);
  try {
    const response = await fetch(url, {
      method: method.toUpperCase(),
      headers: { 'content-type': 'application/json', 'user-agent': 'pay-checkout-sandbox' },
      ...(bodyMs > 0 ? { body: createSlowBody(body, bodyMs, signal), duplex: 'half' } : { body }),
      redirect: 'manual',
      signal,
    } as RequestInit);
    return {
      accepted: response.ok,
      code: response.status,
      headers: Object.fromEntries(response.headers),
      body: await beginningOf(response),
      message: `answered ${response.status}`,
    };
  } catch (error) {
    return noAnswer(late.aborted ? `no answer within ${timeoutMs / 1000} s` : reasonOf(error));
  }
}

/** The text that came until the limit, the deadline, or the end of the connection. */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  if (!reader) return '';
  const giveUp = setTimeout(() => void reader.cancel().catch(() => undefined), answerBodyMs);
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
