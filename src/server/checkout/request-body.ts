import * as z from 'zod/mini';
import { readText } from '../answer.js';
import { bodyTimeoutMs, withTimeout } from './timeouts.js';

const largest = 65_536;

/** A page's request is answered with this, and nothing was done. */
export class BadRequest extends Error {
  constructor(
    readonly status: 400 | 408 | 413,
    message: string,
  ) {
    super(message);
  }
}

const unreadable = () => new BadRequest(400, 'The body cannot be read.');

/** To be read later: the merchant's own check gets the request itself, and may read its body. */
export function cloneRequest(request: Request): Request {
  if (request.bodyUsed) throw unreadable();
  return request.clone();
}

/** The body as a text, at most 64 KiB of it. */
export async function readBody(request: Request): Promise<string> {
  const reading = readText(request, largest).catch(() => {
    throw unreadable();
  });
  const text = await withTimeout(reading, bodyTimeoutMs, 'late').catch((error: unknown) => {
    throw error instanceof BadRequest ? error : new BadRequest(408, 'The body took too long.');
  });
  if (text === undefined) throw new BadRequest(413, 'The body is too large.');
  // A body parser that ran before has left nothing. Taken for no body, it would lose what the payer has chosen.
  if (text === '' && Number(request.headers.get('content-length')) > 0) throw unreadable();
  return text;
}

/** The form of an id that the client takes; the service's are UUIDs. */
const paymentId = z.string().check(z.regex(/^[\w-]{1,100}$/));

const intentBody = z.object({ instead_of: z.optional(paymentId) });
const attemptBody = z.object({ payment_id: paymentId });

/** Nothing is a body too: the element sends none. */
export const readIntentBody = async (request: Request) =>
  parse(intentBody, (await readBody(request)) || '{}');
export const readAttemptBody = async (request: Request) => parse(attemptBody, await readBody(request));

function parse<T>(schema: z.ZodMiniType<T>, text: string): T {
  const result = schema.safeParse(json(text));
  if (result.success) return result.data;
  throw new BadRequest(400, 'The body is not what is expected here.');
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
