import { checks as allChecks } from './checks.js';
import type { CheckRun } from './run.js';

const columnWidth = 50;

/** The results as a table: ours, seen, and where the two differ. */
export function formatResults({ results, notShown, slow }: CheckRun): string {
  const numbers = new Map(allChecks.map(({ id }, index) => [id, String(index + 1)]));
  const rows = [
    ['#', 'check', 'ours', 'seen', 'differs'],
    ...results.map(({ id, expected, seen, agrees }) => [
      numbers.get(id) ?? '',
      id,
      expected,
      seen,
      agrees ? '' : 'DIFFERS',
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.min(columnWidth, Math.max(...rows.map((row) => row[column]?.length ?? 0))),
  );
  const table = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const different = results.filter(({ agrees }) => !agrees);
  const playable = different.flatMap(({ id, decision }) =>
    decision ? [`${id}: the sandbox has the switch --decision ${decision}=…`] : [],
  );
  return [
    ...table,
    '',
    `${results.length - different.length} agree, ${different.length} differ.`,
    ...playable,
    ...(notShown.length > 0 ? [`This account cannot show: ${notShown.join(', ')}.`] : []),
    ...(slow.length > 0
      ? [`Left out, because they wait for up to two hours (--slow): ${slow.join(', ')}.`]
      : []),
  ].join('\n');
}

/** The results for a program. */
export const formatJson = ({ results }: CheckRun): string =>
  JSON.stringify(
    { checks: results.map(({ id, expected, seen, agrees }) => ({ id, expected, seen, agrees })) },
    null,
    2,
  );
