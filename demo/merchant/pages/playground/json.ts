import { make } from '../dom.js';

/** JSON to read. An error is shown by what it says: its fields are no JSON by themselves. */
export function toJson(value: unknown): string {
  const readable = (_key: string, it: unknown) =>
    it instanceof Error ? { ...it, name: it.name, message: it.message } : it;
  return JSON.stringify(value, readable, 2) ?? 'null';
}

/** Something that is read first in a line, and then, opened, as JSON. */
export const unfold = (open: boolean, line: readonly (Node | string)[], json: string): HTMLElement =>
  make(
    'details',
    { open },
    make('summary', {}, ...line),
    make('pre', { dir: 'ltr', tabIndex: 0, role: 'group', ariaLabel: 'JSON' }, json),
  );
