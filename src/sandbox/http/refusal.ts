import { inspect } from 'node:util';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { errorTypes } from '../../wire/index.js';

type ErrorType = (typeof errorTypes)[number];

/** Problems by field path, such as `source.number`. */
export type Problems = Record<string, string[]>;

/** The error with which a request is answered. It may be thrown anywhere; inside a transaction it undoes the transaction. */
export class RequestError extends Error {
  constructor(
    readonly status: ContentfulStatusCode,
    readonly type: ErrorType,
    message: string,
    readonly errors: Problems | null = null,
  ) {
    super(message);
  }
}

export const invalidRequest = (message: string, errors: Problems | null = null) =>
  new RequestError(400, 'invalid_request_error', message, errors);

/** Names the fields in the message too, since many clients log only that. */
export const invalidFields = (errors: Problems) =>
  invalidRequest(
    Object.entries(errors)
      .map(([field, problems]) => `${field} ${problems.join(', ')}`)
      .join('; '),
    errors,
  );

export const notFound = (what: string) => new RequestError(404, 'record_not_found', `No such ${what}.`);

export const respondWithError = (c: Context, { status, type, message, errors }: RequestError) =>
  c.json({ type, message, errors }, status);

/** Answers an exception with an error's JSON. An unexpected one is a 500 whose details go to the console only. */
export function answerError(error: Error, c: Context): Response {
  if (error instanceof RequestError) return respondWithError(c, error);
  if (error instanceof HTTPException && error.status === 400)
    return respondWithError(c, invalidRequest('The body is not valid JSON.'));
  process.stderr.write(`${inspect(error)}\n`);
  return respondWithError(c, new RequestError(500, 'api_error', 'The sandbox failed. Its console says why.'));
}
