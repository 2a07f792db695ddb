import { version } from '../version.js';
import { commands, type Command } from './commands.js';
import { UsageError } from './read-options.js';

const width = Math.max(...Object.keys(commands).map((name) => name.length));

const overview = `Usage: pay-checkout <command> [options]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  .join('\n')}

pay-checkout <command> --help says what a command takes.`;

const describeUsage = (name: string, { options, summary }: Command) =>
  `Usage: pay-checkout ${`${name} ${options}`.trim()}\n\nIt ${summary}.`;

const isHelp = (word: string | undefined) => word === '--help' || word === '-h';

/**
 * The program `pay-checkout`: one subcommand and its options.
 *
 * @returns The exit code: 0, 1 when something was found or failed, 2 for a command line that means nothing; undefined
 * where a server goes on running.
 */
export async function runProgram(words: readonly string[]): Promise<number | undefined> {
  const [name, ...args] = words;
  if (isHelp(name) || name === 'help') return print(overview);
  if (name === '--version') return print(version);
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (name === undefined || !command) {
    const what = name === undefined ? 'say which command' : `there is no command "${name}"`;
    return printError(`pay-checkout: ${what}.\n\n${overview}`, 2);
  }
  if (args.some(isHelp)) return print(describeUsage(name, command));
  try {
    return await command.run(args);
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof UsageError)
      return printError(`pay-checkout ${name}: ${message}\n\n${describeUsage(name, command)}`, 2);
    return printError(`pay-checkout ${name}: ${message}`, 1);
  }
}

function print(text: string): number {
  console.log(text);
  return 0;
}

function printError(text: string, code: number): number {
  console.error(text);
  return code;
}
