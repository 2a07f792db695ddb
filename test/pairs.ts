/** One value for each dimension. */
export type Row<Dimensions> = {
  readonly [Name in keyof Dimensions]: Dimensions[Name] extends readonly (infer Value)[] ? Value : never;
};

/**
 * Rows in which each two values of two dimensions that are possible together stand together at least once. Greedy: the
 * row with the most pairs that are still missing comes next, and on a tie the one that the whole product has first.
 *
 * @param isPossible Which rows of the whole product there can be; all of them when not given.
 */
export function pairwise<const Dimensions extends Readonly<Record<string, readonly unknown[]>>>(
  dimensions: Dimensions,
  isPossible: (row: Row<Dimensions>) => boolean = () => true,
): readonly Row<Dimensions>[] {
  const left = wholeProduct(dimensions, isPossible).map((row) => ({ row, pairs: pairsOf(dimensions, row) }));
  const missing = new Set(left.flatMap(({ pairs }) => pairs));
  const chosen: Row<Dimensions>[] = [];
  while (missing.size > 0) {
    const counted = left.map((it) => ({ ...it, news: it.pairs.filter((pair) => missing.has(pair)).length }));
    const best = counted.reduce((a, b) => (b.news > a.news ? b : a));
    for (const pair of best.pairs) missing.delete(pair);
    chosen.push(best.row);
  }
  return chosen;
}

/** Every row that is possible. */
export const wholeProduct = <const Dimensions extends Readonly<Record<string, readonly unknown[]>>>(
  dimensions: Dimensions,
  isPossible: (row: Row<Dimensions>) => boolean = () => true,
): readonly Row<Dimensions>[] =>
  Object.entries(dimensions)
    .reduce<readonly object[]>(
      (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
      [{}],
    )
    .map((row) => row as Row<Dimensions>)
    .filter(isPossible);

/** Each pair of a row, as a text: of values by their places. */
export function pairsOf<Dimensions extends Readonly<Record<string, readonly unknown[]>>>(
  dimensions: Dimensions,
  row: Row<Dimensions>,
): readonly string[] {
  const places = Object.entries(dimensions).map(
    ([name, values]) => `${name} ${values.indexOf(row[name as keyof Dimensions])}`,
  );
  return places.flatMap((one, at) => places.slice(at + 1).map((other) => `${one}, ${other}`));
}
