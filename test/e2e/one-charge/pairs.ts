type Dimensions = Readonly<Record<string, readonly unknown[]>>;
type Row<D extends Dimensions> = { readonly [Name in keyof D]: D[Name][number] };

/**
 * Of all rows of a product, so many that any two values which can meet do meet in one of them. Next comes the row that
 * brings most pairs together for the first time, and of several such rows the first: the choice is always the same.
 */
export function pairs<const D extends Dimensions>(
  dimensions: D,
  isPossible: (row: Row<D>) => boolean = () => true,
): readonly Row<D>[] {
  const rows = product(dimensions).filter(({ row }) => isPossible(row));
  const apart = new Set(rows.flatMap(({ pairs }) => pairs));
  const chosen: Row<D>[] = [];
  while (apart.size > 0) {
    const gains = rows.map(({ pairs }) => pairs.filter((pair) => apart.has(pair)).length);
    const best = rows[gains.indexOf(Math.max(...gains))];
    for (const pair of best?.pairs ?? []) apart.delete(pair);
    if (best) chosen.push(best.row);
  }
  return chosen;
}

/** Every row, and the pairs of values in it by their places in the dimensions. */
function product<D extends Dimensions>(dimensions: D): { row: Row<D>; pairs: readonly string[] }[] {
  let rows: { values: [name: string, value: unknown][]; places: string[] }[] = [{ values: [], places: [] }];
  for (const [name, all] of Object.entries(dimensions))
    rows = rows.flatMap(({ values, places }) =>
      all.map((value, at) => ({ values: [...values, [name, value]], places: [...places, `${name} ${at}`] })),
    );
  return rows.map(({ values, places }) => ({
    row: Object.fromEntries(values) as Row<D>,
    pairs: places.flatMap((one, at) => places.slice(at + 1).map((other) => `${one}, ${other}`)),
  }));
}
