import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.js';

/** The options of a command, each with a text behind it, and the words without a name. */
export function readCommandOptions<Name extends string>(
  args: readonly string[],
  names: readonly Name[],
  mostWords = 0,
): { readonly options: Readonly<Partial<Record<Name, string>>>; readonly words: readonly string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: mostWords > 0,
      options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    });
    if (positionals.length > mostWords) throw new Error(`"${positionals[mostWords]}" is one word too many.`);
    return { options: values as Partial<Record<Name, string>>, words: positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
