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
    readonly errors: Problems | string | null = null,
  ) {
    super(message);
  }
}

export const invalidRequest = (message: string, errors: Problems | string | null = null) =>
  new RequestError(400, 'invalid_request_error', message, errors);

export const invalidFields = (errors: Problems) =>
  new RequestError(400, 'validation_error', 'Data validation failed', errors);

export const notFound = (what: string) => new RequestError(404, 'record_not_found', `No such ${what}.`);
