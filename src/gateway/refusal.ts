import { PayError } from '../error.js';
import type { ErrorBody } from '../wire/error-body.js';
import { parseJson } from './body.js';
import { isErrorBody } from './reading.js';

/** The answers that say: nothing was created. Any other failure leaves it open. */
const refusals = [400, 401, 403, 404, 405, 429];

const fields: Readonly<Record<string, string>> = {
  number: 'number',
  month: 'expiry',
  year: 'expiry',
  cvc: 'cvc',
  name: 'name',
};

export interface Refusal {
  readonly kind: 'refused';
  /** The intent is used, canceled or expired. */
  readonly used: boolean;
  readonly error: PayError;
}

/** What a refusal says, whatever its body looks like; undefined for a status that does not tell what happened. */
export function readRefusal(status: number, text: string): Refusal | undefined {
  if (!refusals.includes(status)) return undefined;
  const answer = parseJson(text);
  const body: ErrorBody = isErrorBody(answer) ? answer : {};
  const used = [body.type, body.message, typeof body.errors === 'string' ? body.errors : ''].some((word) =>
    word?.includes('intent_not_fulfillable'),
  );
  const errors = fieldErrors(body);
  const field = Object.keys(errors).find((name) => ['number', 'expiry', 'cvc', 'name'].includes(name));
  const message = `The service refused the payment (HTTP ${status}${body.type ? `, ${body.type}` : ''})${body.message ? `: ${body.message}` : '.'}`;
  return {
    kind: 'refused',
    used,
    error: new PayError(field ? 'card' : 'api', message, {
      field,
      status,
      type: body.type ?? undefined,
      errors,
      retryable: field !== undefined || status === 429,
    }),
  };
}

/** By the form's own field names where they are meant, else by the wire's. */
function fieldErrors(body: ErrorBody): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  if (typeof body.errors !== 'object' || body.errors === null) return found;
  for (const [path, messages] of Object.entries(body.errors)) {
    const last = path.slice(path.lastIndexOf('.') + 1);
    const name = (/^(source\.)?\w+$/.test(path) && fields[last]) || path;
    found[name] = [...(found[name] ?? []), ...[messages].flat()];
  }
  return found;
}
