import { createConfigurationError } from '../check.js';
import * as z from 'zod/mini';
import { parseJson } from '../../wire/json.js';
import { readBodyText } from '../service-response.js';
import { bodyTimeoutMs, withTimeout } from './times.js';

/** Of a page's request. */
const maxPageBytes = 65_536;

/** The request is answered with this status, and nothing was done. */
export class RequestBodyError extends Error {
  constructor(
    readonly status: 400 | 408 | 413,
    message: string,
  ) {
    super(message);
  }
}

const createUnreadableError = () => new RequestBodyError(400, 'The body cannot be read.');

/** The operator has to know: a parser that reads each body keeps every payer out. */
const createConsumedError = () =>
  Object.assign(createUnreadableError(), {
    cause: createConfigurationError(
      'body',
      'The body of a request was read before `checkout.fetch` received it. Put the route before `express.json()` and other parsers.',
    ),
  });

const isTaken = ({ bodyUsed, body }: Request): boolean => bodyUsed || body?.locked === true;

/** A copy to be read later, because the merchant's own check gets the request itself and may read its body. */
export function cloneRequest(request: Request): Request {
  if (isTaken(request)) throw createConsumedError();
  return request.body ? request.clone() : request;
}

/**
 * Refuses what a page of another site can send without a preflight: such a request must not count, touch a store or call
 * the service.
 */
export function isFromOwnPage({ headers }: Request): boolean {
  return (
    /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '') ||
    headers.has('x-requested-with') ||
    headers.get('sec-fetch-site') === 'same-origin'
  );
}

/** The body as a text. */
export async function readBody(request: Request, maxBytes: number): Promise<string> {
  if (isTaken(request)) throw createConsumedError();
  const text = request.body ? await readBodyInTime(request, maxBytes) : '';
  // If the body counted as empty, `instead_of` would be dropped.
  if (text === '' && Number(request.headers.get('content-length')) > 0) throw createConsumedError();
  return text;
}

async function readBodyInTime(request: Request, maxBytes: number): Promise<string> {
  const reading = readBodyText(request, maxBytes).catch(() => {
    throw createUnreadableError();
  });
  const text = await withTimeout(reading, bodyTimeoutMs, 'late').catch((error: unknown) => {
    throw error instanceof RequestBodyError ? error : new RequestBodyError(408, 'The body took too long.');
  });
  if (text === undefined) throw new RequestBodyError(413, 'The body is too large.');
  return text;
}

/** The form of an id that the client takes; the service's are UUIDs. */
const paymentId = z.string().check(z.regex(/^[\w-]{1,100}$/));

const intentBody = z.object({ instead_of: z.nullish(paymentId) });

/** The body may be empty: the element sends none. */
export async function readIntentBody(request: Request): Promise<z.infer<typeof intentBody>> {
  const result = intentBody.safeParse(parseJson((await readBody(request, maxPageBytes)) || '{}'));
  if (result.success) return result.data;
  throw new RequestBodyError(400, 'The body is not what is expected here.');
}
