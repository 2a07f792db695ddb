import { PayError } from '../error.js';
import { errorBody } from '../wire/index.js';
import type { Schema } from './check.js';

/** An answer that came in full; `undefined` in place of a text that is longer than allowed. */
export interface Answer {
  readonly status: number;
  readonly text: string | undefined;
}

/** Reads a body up to a limit, so that a broken service cannot fill the memory. */
export async function readText(response: Pick<Response, 'body'>, limit: number): Promise<string | undefined> {
  if (!response.body) return '';
  const reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const decoder = new TextDecoder();
  let text = '';
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > limit) {
      // Ignore a failed stop: nothing more is read.
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** A 2xx in the form that was promised. */
export function readAnswer<T>({ status, text }: Answer, schema: Schema<T>): T {
  if (text === undefined) throw unreadable(status, 'is larger than allowed');
  const result = schema.safeParse(parseJson(text));
  if (!result.success) throw unreadable(status, 'is not what the interface promises');
  return result.data;
}

const unreadable = (status: number, problem: string) =>
  new PayError('api', `The service's answer (${status}) ${problem}. The request may have been carried out.`, {
    status,
  });

/** Anything but a 2xx. `retryable` says whether the request may be made again when the service had a fault. */
export function readRefusal({ status, text = '' }: Answer, repeatable: boolean): PayError {
  if (status < 400)
    return new PayError(
      'api',
      `The service answered with a redirect (${status}), which is not followed. Check \`baseUrl\`.`,
      { status },
    );
  const parsed = errorBody.safeParse(parseJson(text));
  const { type, message, errors } = parsed.success ? parsed.data : {};
  return new PayError('api', message || `The service refused the request (${status}).`, {
    status,
    type: type ?? undefined,
    errors: byField(errors),
    retryable: status === 429 || (status >= 500 && repeatable),
  });
}

/** One form for the three that errors come in; a single text is about the request as a whole, `base`. */
function byField(errors: string | Record<string, string | string[]> | null | undefined) {
  if (errors === null || errors === undefined) return undefined;
  const entries = Object.entries(typeof errors === 'string' ? { base: errors } : errors);
  return Object.fromEntries(
    entries.map(([field, said]) => [field, typeof said === 'string' ? [said] : said]),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
