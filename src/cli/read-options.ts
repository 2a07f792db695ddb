import { parseArgs } from 'node:util';

/** The command was written in a way that means nothing: the program says what is possible, and ends with code 2. */
export class UsageError extends Error {}

/** The options of a command, each with a text behind it, its flags, and the words without a name. */
export function readCommandOptions<Name extends string, Flag extends string = never>(
  args: readonly string[],
  names: readonly Name[],
  { mostWords = 0, flags = [] }: { readonly mostWords?: number; readonly flags?: readonly Flag[] } = {},
): {
  readonly options: Readonly<Partial<Record<Name, string>>>;
  readonly flags: Readonly<Partial<Record<Flag, boolean>>>;
  readonly words: readonly string[];
} {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: mostWords > 0,
      options: Object.fromEntries([
        ...names.map((name) => [name, { type: 'string' as const }] as const),
        ...flags.map((name) => [name, { type: 'boolean' as const }] as const),
      ]),
    });
    if (positionals.length > mostWords) throw new Error(`"${positionals[mostWords]}" is one word too many.`);
    const given = values as Readonly<Record<string, unknown>>;
    const pick = (wanted: readonly string[]) =>
      Object.fromEntries(Object.entries(given).filter(([name]) => wanted.includes(name)));
    return {
      options: pick(names) as Partial<Record<Name, string>>,
      flags: pick(flags) as Partial<Record<Flag, boolean>>,
      words: positionals,
    };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
