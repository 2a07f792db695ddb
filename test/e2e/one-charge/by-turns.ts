import { inFrame, inPage, type Mode } from '../modes.js';

/** The form in the page and in a frame by turns, for rows whose fact does not depend on where the form is. */
export const formAt = (row: number): Mode => (row % 2 === 0 ? inPage : inFrame);

/**
 * The set-up and the place of the form of one row of a table, by turns: in some rows, each set-up comes with both places.
 * Every move in every set-up is gone through in `test/element/checkout/exhaustive.test.ts`, without a browser.
 */
export function byTurns<SetUp>(
  row: number,
  setUps: readonly [SetUp, ...SetUp[]],
): { readonly setUp: SetUp; readonly mode: Mode } {
  const { length } = setUps;
  // An even number of set-ups would give each of them one place only, were they not shifted after each round.
  const shift = length % 2 === 0 ? Math.floor(row / length) : 0;
  return { setUp: setUps[(row + shift) % length] ?? setUps[0], mode: formAt(row) };
}
