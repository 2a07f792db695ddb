/** What each `--pay-…` is when a page does not set it: the fallback of the `var()` that reads it. */
export function defaultsOf(css: string): ReadonlyMap<string, string> {
  return new Map(
    [...css.matchAll(/var\(\s*(--pay-[\w-]+)\s*,\s*/g)].map(({ 0: all, 1: name = '', index }) => [
      name,
      upToEnd(css.slice(index + all.length)),
    ]),
  );
}

/** Up to the parenthesis that closes what was opened before. */
function upToEnd(text: string): string {
  let depth = 0;
  const end = [...text].findIndex((character) => {
    if (character === '(') depth++;
    return character === ')' && depth-- === 0;
  });
  return text.slice(0, end);
}
