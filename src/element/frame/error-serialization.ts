import { PayError } from '../../error.js';
import type { SentError } from './protocol.js';

/** Serializes an error without its cause, which may not be cloneable. */
export function serializeError(error: unknown): SentError {
  const { code, message, field, retryable, status, type, errors } =
    error instanceof PayError
      ? error
      : new PayError('canceled', 'The payment was stopped.', { retryable: true });
  return { code, message, field, retryable, status, type, errors };
}

export function deserializeError(sent: SentError, cause?: unknown): PayError {
  const { code, message, field, retryable, status, type, errors } = sent;
  const details = { field, retryable, status, type, errors };
  return new PayError(code, message, cause === undefined ? details : { ...details, cause });
}
