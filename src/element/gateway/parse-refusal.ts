import { fieldsByWireKey } from '../card/fields.js';
import type { Refusal } from '../checkout/ports.js';
import { PayError } from '../../error.js';
import { record, text } from '../../wire/reader.js';

/** The HTTP statuses by which the service refuses. Any other failure leaves open what happened. */
const refusals = [400, 401, 403, 404, 405, 429];

/** What the service may speak of: the fields of the form, and the token of a saved card, by the wire's names. */
const fields = new Map<string, string>([...fieldsByWireKey, ['token', 'token'], ['mobile', 'mobile']]);

/** What a refusal says, whatever its body looks like; undefined for a status that does not tell what happened. */
export function parseRefusal(status: number, answer: unknown): Refusal | undefined {
  if (!refusals.includes(status)) return undefined;
  const json = record(answer) ?? {};
  // Each field is read for itself: a field with an unexpected form must not hide what the other fields say.
  const type = text(json['type']);
  const message = text(json['message']);
  const errors = parseFieldErrors(json['errors']);
  const field = Object.keys(errors).find((name) => [...fields.values()].includes(name));
  // The interface does not define the error type for an expired or canceled intent. An error about the card's expiry must
  // not match.
  const texts = [type, message, ...Object.values(errors).flat()].join('\n');
  const hasEnded = !field && /intent.*(expired|cancell?ed)/i.test(texts);
  // "Used, canceled or expired" leaves open which: then it may have been used.
  const mayBeUsed = /\b(used|fulfilled|paid)\b/i.test(texts);
  // An id is refused for its form, or because a payment has it: that of this attempt, sent before by the browser.
  const isIdUsed =
    errors['given_id']?.some((it) => !/uuid/i.test(it)) === true || /used_given_id/i.test(texts);
  const isClosed = hasEnded || isIdUsed || /intent_not_fulfillable/i.test(texts);
  const details = message || writeFieldErrors(errors);
  const summary = `The service refused the payment (HTTP ${status}${type ? `, ${type}` : ''})${details ? `: ${details}` : '.'}`;
  return {
    kind: 'refused',
    intentStatus: !isClosed ? 'open' : hasEnded && !mayBeUsed ? 'ended' : 'used',
    ...(isIdUsed && { isIdUsed }),
    error: new PayError(field ? 'card' : 'api', summary, {
      field,
      status,
      type,
      errors,
      retryable: field !== undefined || status === 429,
    }),
  };
}

/** Whether an answer looks like the service's errors, which are JSON with a type or a message. */
export const isServiceError = (answer: unknown): boolean => {
  const { type, message, errors } = record(answer) ?? {};
  return Boolean(text(type) ?? text(message) ?? Object(errors) === errors);
};

/** One string or a list is about the whole request, as on the server. */
const toFields = (errors: unknown): Readonly<Record<string, unknown>> => record(errors) ?? { base: errors };

const writeFieldErrors = (errors: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(errors)
    .map(([name, texts]) => `${name === 'base' ? '' : `${name} `}${texts.join(', ')}`)
    .join('; ');

/** By the form's own field names where they are meant, else by the wire's. */
function parseFieldErrors(errors: unknown): Record<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, value] of Object.entries(toFields(errors))) {
    const messages = [value].flat().filter((it) => typeof it === 'string');
    if (messages.length === 0) continue;
    const name = fields.get(path.replace(/^source\./, '')) ?? path;
    found.set(name, [...(found.get(name) ?? []), ...messages]);
  }
  return Object.fromEntries(found);
}
