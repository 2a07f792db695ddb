import type { Setting } from '../form/settings.js';

/** What stands for a function, which cannot travel; of a setting that may be none, it is refused as any text is. */
export const functionMark = '\uE000function';

/**
 * What the page has set, as plain data: nothing is judged here, so that what is wrong is told by the form in the same
 * words as in a page. What cannot be told is a text, which no such setting may be.
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
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value;
  try {
    if (!(Symbol.iterator in value)) return JSON.parse(JSON.stringify(value)) as unknown;
    const list = lists.get(value) ?? [...(value as Iterable<unknown>)];
    if (!Array.isArray(value)) lists.set(value, list);
    return JSON.parse(JSON.stringify(list)) as unknown;
  } catch {
    return functionMark;
  }
}

/** What can be read only once is read once. */
const lists = new WeakMap<object, readonly unknown[]>();
