import { PayError } from '../../error.js';
import { keepMetadata, readMetadata } from '../response-metadata.js';

/**
 * An error as an operator needs to read it: it names the order that has to be looked at, and keeps what was thrown as its
 * `cause`. An error that names the order already stays as it is.
 */
export function addOrderToError(orderId: string, error: unknown): unknown {
  const isError = error instanceof Error;
  const said = isError ? error.message : String(error);
  if (isError && said.toLowerCase().includes(`order ${orderId.toLowerCase()}`)) return error;
  const message = `Order ${orderId}: ${said}`;
  if (!(error instanceof PayError)) return new Error(message, { cause: error });
  const { code, field, retryable, status, type, errors } = error;
  const named = new PayError(code, message, { field, retryable, status, type, errors, cause: error });
  const metadata = readMetadata(error);
  return metadata ? keepMetadata(named, metadata) : named;
}
