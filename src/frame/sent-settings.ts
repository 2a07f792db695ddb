import type { Setting } from '../form/settings.js';

/** Stands for a function, which can't be sent. A setting that must not be a function is refused as a wrong text. */
export const functionMark = '\uE000function';

/**
 * What the page has set, as plain data. Nothing is checked here: the form in the frame checks it and reports errors in the
 * same words as the form in a page. A value that can't be sent becomes a text, which is wrong for such a setting.
 */
export function sendableSettings(raw: Readonly<Record<Setting, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]) => {
      const plain = plainly(value);
      return plain === undefined || plain === null ? [] : [[name, plain]];
    }),
  );
}

function plainly(value: unknown): unknown {
  if (typeof value === 'function') return functionMark;
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  try {
    if (!(Symbol.iterator in value)) return JSON.parse(JSON.stringify(value)) as unknown;
    const list = lists.get(value) ?? [...(value as Iterable<unknown>)];
    if (!Array.isArray(value)) lists.set(value, list);
    return JSON.parse(JSON.stringify(list)) as unknown;
  } catch {
    return functionMark;
  }
}

/** Copies of iterators, which can be read only once. */
const lists = new WeakMap<object, readonly unknown[]>();
