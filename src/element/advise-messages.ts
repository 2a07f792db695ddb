import { adviseDeveloper } from './browser/advise-developer.js';
import { describeValue } from './checkout/config-error.js';

type Tree = Readonly<Record<string, unknown>>;

/** Warns in the console about each of a page's own messages that has no effect, because of its key or its type. */
export function adviseMessages(host: Element, known: object, messages: unknown): void {
  const { form, ...groups } = known as Tree;
  // Without a form the element does not know the form's keys: the frame says what is wrong with them.
  const tree = form ? { ...groups, ...(form as Tree) } : undefined;
  if (Object(messages) !== messages || Array.isArray(messages)) {
    if (messages) adviseDeveloper(host, `\`messages\` must be an object, not ${describeValue(messages)}.`);
  } else if (tree) compare(tree, messages as Tree, '');

  function compare(base: Tree, own: Tree, path: string): void {
    for (const [key, value] of Object.entries(own)) {
      const name = `\`messages.${path}${key}\``;
      if (!Object.hasOwn(base, key)) {
        adviseDeveloper(
          host,
          `${name} is not known: the nearest is \`${path}${findNearest(key, Object.keys(base))}\`.`,
        );
        continue;
      }
      const wanted = base[key];
      // What is blank leaves the message as it is.
      if (value === undefined || value === null || value === '') continue;
      if (typeof value !== typeof wanted)
        adviseDeveloper(
          host,
          `${name} must be ${typeof wanted === 'function' ? 'a function that returns the text' : `a${typeof wanted === 'object' ? 'n object' : ' string'}`}, not ${describeValue(value)}.`,
        );
      // The keys of a group that another file shows are known there.
      else if (typeof wanted === 'object' && !(key in groups))
        compare(wanted as Tree, value as Tree, `${path}${key}.`);
    }
  }
}

/** The known key that needs the fewest changes of one character. */
function findNearest(key: string, known: readonly string[]): string | undefined {
  return [...known].sort((a, b) => countEdits(key, a) - countEdits(key, b))[0];
}

/** The Levenshtein distance, in which capitals do not count. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...from.toLowerCase()].entries()) {
    const next = [at + 1];
    for (const [column, other] of [...to.toLowerCase()].entries())
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === other ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
