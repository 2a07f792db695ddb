import { PayError } from '../error.js';
import { flag, list, number, object, oneOf, record, text } from '../gateway/shape.js';
import type { SentError } from './protocol.js';

export const isSentError = object(
  {
    code: oneOf('configuration', 'network', 'api', 'card', 'expired', 'canceled'),
    message: text,
    retryable: flag,
  },
  {
    field: text,
    status: number,
    type: text,
    errors: (value) => record(value) && Object.values(value).every(list(text)),
  },
);

/** Without its cause, which may be anything. */
export function sendable(error: unknown): SentError {
  const { code, message, field, retryable, status, type, errors } =
    error instanceof PayError ? error : new PayError('canceled', 'It was stopped.', { retryable: true });
  return { code, message, field, retryable, status, type, errors: errors && mutable(errors) };
}

export function received(sent: SentError, cause?: unknown): PayError {
  const { code, message, field, retryable, status, type, errors } = sent;
  const details = { field, retryable, status, type, errors };
  return new PayError(code, message, cause === undefined ? details : { ...details, cause });
}

const mutable = (errors: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(errors).map(([field, words]) => [field, [...words]]));
