import { version } from '../version.js';
import { commands, type Command } from './commands.js';
import { UsageError } from './usage-error.js';

const width = Math.max(...Object.keys(commands).map((name) => name.length));

const overview = `Usage: pay-checkout <command> [options]

${Object.entries(commands)
  .map(([name, { does }]) => `  ${name.padEnd(width)}  ${does}`)
  .join('\n')}

pay-checkout <command> --help says what a command takes.`;

const usageOf = (name: string, { options, does }: Command) =>
  `Usage: pay-checkout ${`${name} ${options}`.trim()}\n\nIt ${does}.`;

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
    return complain(`pay-checkout: ${what}.\n\n${overview}`, 2);
  }
  if (args.some(isHelp)) return print(usageOf(name, command));
  try {
    return await command.run(args);
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof UsageError)
      return complain(`pay-checkout ${name}: ${message}\n\n${usageOf(name, command)}`, 2);
    return complain(`pay-checkout ${name}: ${message}`, 1);
  }
}

function print(text: string): number {
  console.log(text);
  return 0;
}

function complain(text: string, code: number): number {
  console.error(text);
  return code;
}
