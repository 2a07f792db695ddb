import type { MiddlewareHandler } from 'hono';
import { describeRoute, validator } from 'hono-openapi';
import * as z from 'zod/mini';
import { invalid, invalidFields, type Problems } from './refusal.js';
import { type Issue, problemsOf } from './words.js';

const limit = 100_000;
const patience = 32_000_000;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Refuses a body that is too long. No 413 is documented, so it is an invalid request like others. */
export const limitBody: MiddlewareHandler = async (c, next) => {
  // The body is not touched where its length is told: to have it as a stream costs almost a third of a request.
  const announced = c.req.header('content-length');
  const body = announced !== undefined && Number(announced) <= limit ? null : c.req.raw.body;
  // Hono keeps a promise here, whatever its type says.
  if (body) c.req.bodyCache.text = Promise.resolve(await readUpTo(body)) as unknown as string;
  await next();
};

const tooLong = () => invalid(`The body is too long: at most ${limit} bytes.`);

/**
 * What comes after the limit is taken in but not kept, so that the client can send all of it, read its answer and go
 * on by the same connection. Not without end, though.
 */
async function readUpTo(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let [text, size] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size <= limit) text += decoder.decode(value, { stream: true });
    else if (size > patience) {
      await reader.cancel();
      break;
    }
  }
  if (size > limit) throw tooLong();
  return text + decoder.decode();
}

/** A body must say that it is JSON. None at all counts as `{}` and says nothing. */
export const requireJson: MiddlewareHandler = async (c, next) => {
  const empty = (await c.req.text()) === '';
  // Hono keeps a promise here, whatever its type says.
  if (empty) c.req.bodyCache.text = Promise.resolve('{}') as unknown as string;
  else if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw invalid('Send the body as JSON, with Content-Type: application/json.');
  await next();
};

/** For requests that say all in their address. */
export const nothing = z.strictObject({});

/** Describes that a body may be left out. Goes behind the check of the body, whose own description it corrects. */
export const mayBeLeftOut = describeRoute({ requestBody: { required: false, content: {} } });

type Schema = Parameters<typeof validator>[1];

/**
 * Checks a body against its schema of `src/wire`, and by `more`, which sees it before it is known to be right. All
 * problems are reported at once.
 */
export const json = <Body extends Schema>(
  schema: Body,
  more: (body: Record<string, unknown>) => Problems = () => ({}),
) =>
  validator('json', schema, (result) => {
    const body: unknown = result.data;
    if (!isObject(body)) throw invalid('The body must be a JSON object.');
    const issues = result.success ? [] : (result.error as readonly Issue[]);
    const problems = { ...more(body), ...problemsOf(issues, body) };
    if (Object.keys(problems).length > 0) throw invalidFields(problems);
  });
