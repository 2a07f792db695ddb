import { PayError } from '../error.js';
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
  // Each is read for itself: one with an unexpected form must not hide what another one says.
  const { type, message, errors } = Object(parseJson(text)) as Readonly<Record<string, unknown>>;
  return new PayError('api', word(message) || `The service refused the request (${status}).`, {
    status,
    type: word(type),
    errors: byField(errors),
    retryable: status === 429 || (status >= 500 && repeatable),
  });
}

/** Control characters of an answer could forge lines of the log in which its error ends. */
const word = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.replace(/\p{Cc}+/gu, ' ') : undefined;

/** One form for all that errors come in; a single text is about the request as a whole, `base`. */
function byField(errors: unknown): Record<string, string[]> | undefined {
  if (typeof errors === 'string') return { base: [errors] };
  if (typeof errors !== 'object' || errors === null || Array.isArray(errors)) return undefined;
  const texts = Object.entries(errors).map(([field, said]): [string, string[]] => [
    field,
    [said].flat().filter((it) => typeof it === 'string'),
  ]);
  return Object.fromEntries(texts.filter(([, said]) => said.length > 0));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
