import { createStandIn } from '../checkout/config-error.js';
import type { RawConfig } from '../settings.js';

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
