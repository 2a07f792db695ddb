import { PayError } from '../../error.js';
import type { SentError } from './protocol.js';
import type { MessageOverrides } from '../i18n/messages.js';
import { createStandIn } from '../checkout/config-error.js';
import type { RawConfig } from '../settings.js';

/** A copy that can be posted: what a function of the page returns may hold proxies and functions, which cannot be. */
export const cloneAsJson = <T>(value: T): T => value && (JSON.parse(JSON.stringify(value)) as T);

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

/** Stands for the argument in a sample. It is from the private use area, so no text contains it. */
const placeholder = '\uE000';

/** The only message whose argument is a number. */
const numericMessage = 'cvcHint';
const numericArguments = [3, 4];

/** The depth of `problems.number.empty`, the deepest message. The limit matters because an object may contain itself. */
const maxDepth = 3;

/**
 * Serializes a merchant's own messages for the frame. A function cannot be posted, so each message function is replaced
 * by samples of its text: one for each length of a security code, or one with a placeholder for the argument.
 */
export function serializeMessages(messages: unknown, name = '', level = 0): unknown {
  if (typeof messages === 'function') {
    return { samples: sampleMessageFunction(name, messages as (value: unknown) => unknown) };
  }
  if (typeof messages !== 'object' || messages === null || level === maxDepth)
    return typeof messages === 'string' ? messages : null;
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [key, serializeMessages(value, key, level + 1)]),
  );
}

/** A sample is empty where the function throws or returns no text: the frame then shows its own message. */
function sampleMessageFunction(name: string, message: (value: unknown) => unknown): readonly string[] {
  const sample = (value: unknown) => {
    try {
      const text = message(value);
      return typeof text === 'string' ? text : '';
    } catch {
      return '';
    }
  };
  return name === numericMessage ? numericArguments.map(sample) : [sample(placeholder)];
}

export function deserializeMessages(sent: unknown): MessageOverrides {
  return (typeof sent === 'object' && sent !== null ? revive(sent) : {}) as MessageOverrides;
}

function revive(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null) return sent;
  const { samples } = sent as { readonly samples?: unknown };
  if (Array.isArray(samples)) {
    const texts = samples.map(String);
    return (value: unknown) =>
      (texts[typeof value === 'number' ? numericArguments.indexOf(value) : 0] ?? '').replaceAll(
        placeholder,
        String(value),
      );
  }
  return Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, revive(value)]));
}

/** Replaces a function, which cannot be posted. The form refuses the mark where a setting must not be a function. */
export const functionMark = '\uE000function';

/**
 * Serializes what the page has set. The form in the frame validates the values and reports errors as a form in a page
 * does. A value that the form refuses must not turn valid in transit: the page has refused the value too, and so has no
 * store entry and no lock for that purchase.
 */
export function serializeSettings(raw: RawConfig): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]) => {
      const plain = toPlainValue(name, value);
      return plain === undefined || plain === null ? [] : [[name, plain]];
    }),
  );
}

function toPlainValue(name: string, value: unknown): unknown {
  if (typeof value === 'function') return functionMark;
  if (typeof value === 'bigint' || typeof value === 'symbol') return createStandIn(value);
  if (typeof value !== 'object' || value === null) return value;
  try {
    if (Array.isArray(value) || (name === 'madaPrefixes' && Symbol.iterator in value)) {
      const list = iterableCopies.get(value) ?? [...(value as Iterable<unknown>)];
      if (!Array.isArray(value)) iterableCopies.set(value, list);
      return JSON.parse(JSON.stringify(list)) as unknown;
    }
    if (name !== 'metadata') return createStandIn(value);
    // JSON would turn a URL into a string and drop a missing value.
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        typeof item === 'string' ? item : createStandIn(item),
      ]),
    );
  } catch {
    return createStandIn(value);
  }
}

/** Copies of iterators, which can be read only once. */
const iterableCopies = new WeakMap<object, readonly unknown[]>();
