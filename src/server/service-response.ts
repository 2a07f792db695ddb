import { PayError } from '../error.js';
import type { Schema } from './check.js';
import { parseJson } from '../wire/json.js';

/** A response of the service, read in full; `text` is undefined when the body is longer than allowed. */
interface ServiceResponse {
  readonly status: number;
  readonly text: string | undefined;
}

/** Reads a body up to a limit, so that a broken service cannot fill the memory. */
export async function readBodyText(
  response: Pick<Response, 'body'>,
  maxBytes: number,
): Promise<string | undefined> {
  if (!response.body) return '';
  const reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const decoder = new TextDecoder();
  let text = '';
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > maxBytes) {
      // Ignore a failed stop: nothing more is read.
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Parses a 2xx body. Throws `api` when the body is too large or does not match the schema. */
export function parseResponse<T>({ status, text }: ServiceResponse, schema: Schema<T>): T {
  if (text === undefined) throw createUnreadableError(status, 'is larger than allowed');
  const result = schema.safeParse(parseJson(text));
  if (!result.success) {
    // Any site answers an address that it does not know with a page.
    const isPage = /^\s*</.test(text);
    throw createUnreadableError(
      status,
      isPage ? 'is a page of HTML: check `baseUrl`' : 'is not what the interface promises',
    );
  }
  return result.data;
}

const createUnreadableError = (status: number, problem: string) =>
  new PayError('api', `The service's answer (${status}) ${problem}. The request may have been carried out.`, {
    status,
  });

/** Builds the error for any response but a 2xx. Only an idempotent request is retryable after a fault of the service. */
export function parseErrorResponse({ status, text = '' }: ServiceResponse, isIdempotent: boolean): PayError {
  if (status < 400)
    return new PayError(
      'api',
      `The service answered with a redirect (${status}), which is not followed. Check \`baseUrl\`.`,
      { status },
    );
  // Read each member separately, so that a malformed member does not hide the others.
  const body = parseJson(text);
  const { type, message, errors: sent } = Object(body) as Readonly<Record<string, unknown>>;
  const errors = toErrorsByField(sent);
  return new PayError('api', cut(describeError(status, body, sanitizeText(message), errors)), {
    status,
    type: sanitizeText(type),
    errors,
    retryable: status === 429 || (status >= 500 && isIdempotent),
  });
}

type ErrorsByField = Record<string, string[]>;

/** The service's own sentence with the errors of the fields, or what is known without one. */
function describeError(
  status: number,
  body: unknown,
  message: string | undefined,
  errors: ErrorsByField = {},
): string {
  const details = Object.entries(errors)
    .map(([field, texts]) => `${field === 'base' ? '' : `${field} `}${texts.join(', ')}`)
    .join('; ');
  if (message && details) return `${message}${/[.!?]$/.test(message) ? '' : ':'} ${details}`;
  if (message) return message;
  if (details) return `The service refused the request (${status}): ${details}`;
  // A firewall of the service answers so to some clients, before anything is processed.
  if (body === undefined && status === 403)
    return 'The service refused the request (403) with a page that is not JSON.';
  return status === 404 && (Object(body) as { type?: unknown }).type === undefined
    ? 'The answer (404) is not one of the service. Check `baseUrl`.'
    : `The service refused the request (${status}).`;
}

/** Much more than a sentence. What is longer would fill logs, and records where a refusal is kept. */
const maxTextLength = 1000;

const cut = (text: string): string =>
  // Not within an emoji: half of one is refused by other readers of JSON.
  text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** Control characters of an answer could forge lines of the log in which its error ends. */
const sanitizeText = (value: unknown): string | undefined =>
  typeof value === 'string' ? cut(value).replace(/\p{Cc}+/gu, ' ') : undefined;

/** Normalizes errors to texts by field; a plain text or a list belongs to `base`, the whole request. */
function toErrorsByField(errors: unknown): ErrorsByField | undefined {
  if (typeof errors === 'string' || Array.isArray(errors)) return toErrorsByField({ base: errors });
  if (typeof errors !== 'object' || errors === null) return undefined;
  const texts = Object.entries(errors).map(([field, sent]): [string, string[]] => [
    String(sanitizeText(field)),
    [sent].flat().flatMap((text) => sanitizeText(text) ?? []),
  ]);
  return Object.fromEntries(texts.filter(([, sent]) => sent.length > 0));
}
