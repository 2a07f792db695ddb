import type { Setting } from '../form/settings.js';

/** Stands for a function, which can't be sent. A setting that must not be a function is refused. */
export const functionMark = '\uE000function';

/** Stands for anything else that can't be sent. Every setting refuses it. */
const wrong = -1;

/**
 * What the page has set, as plain data. Nothing is checked here: the form in the frame checks it and reports errors in the
 * same words as the form in a page. A value that the form in a page refuses must not become right on the way: the page
 * would have no name for the purchase, and so neither memory nor lock.
 */
export function serializeSettings(raw: Readonly<Record<Setting, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]) => {
      const plain = plainly(name, value);
      return plain === undefined || plain === null ? [] : [[name, plain]];
    }),
  );
}

function plainly(name: string, value: unknown): unknown {
  if (typeof value === 'function') return functionMark;
  if (typeof value === 'bigint' || typeof value === 'symbol') return wrong;
  if (typeof value !== 'object' || value === null) return value;
  try {
    if (Array.isArray(value) || (name === 'madaPrefixes' && Symbol.iterator in value)) {
      const list = lists.get(value) ?? [...(value as Iterable<unknown>)];
      if (!Array.isArray(value)) lists.set(value, list);
      return JSON.parse(JSON.stringify(list)) as unknown;
    }
    // Only `metadata` may be another object, of texts. As JSON, a URL would become a text, and a missing value vanish.
    const copy = { ...value };
    return Object.values(copy).every((item) => typeof item === 'string') ? copy : wrong;
  } catch {
    return wrong;
  }
}

/** Copies of iterators, which can be read only once. */
const lists = new WeakMap<object, readonly unknown[]>();
