/** A subcommand. */
export interface Command {
  /** What follows its name. */
  readonly options: string;
  /** What it does, in a sentence without its subject. */
  readonly summary: string;
  /**
   * Runs the command, and resolves with the exit code; undefined where a server goes on running. Modules are loaded here,
   * so that each command loads only its own.
   */
  run(args: readonly string[]): Promise<number | undefined>;
}

/** Starts a program that reads its own command line, from the words after `pay-checkout` and its name. */
async function startProgram(load: () => Promise<unknown>, words: readonly string[]): Promise<undefined> {
  process.argv.splice(2, Infinity, ...words);
  await load();
}

const loadSandbox = () => import('../sandbox/commands.js');

export const commands: Readonly<Record<string, Command>> = {
  sandbox: {
    options: '[--port 4010] [--host 127.0.0.1] [--db FILE | --db :memory:] [--allow-origin ORIGIN]…',
    summary: 'runs the payment service, emulated, with its dashboard',
    run: async (args) => (await loadSandbox()).runSandboxProgram(args),
  },
  server: {
    options: '',
    summary:
      'runs the merchant’s half of a checkout for a shop in any language; its settings are in the environment, and what is missing is named at the start',
    run: (args) => startProgram(() => import('../program/cli.js'), args),
  },
  trigger: {
    options: '<event> [--to URL [--secret TEXT]] [--amount 10000] [--sandbox URL] [--key sk_test_sandbox]',
    summary: 'lets a running sandbox send a webhook message, such as payment_paid',
    run: async (args) => (await loadSandbox()).runTrigger(args),
  },
  init: {
    options: '[FOLDER] [--framework hono|express|next|server]',
    summary: 'writes a small shop in TypeScript into an empty folder, ready to run and to test',
    run: async (args) => (await import('./init/init.js')).runInit(args),
  },
  doctor: {
    options:
      '[--env FILE] [--page URL] [--webhook URL] [--store MODULE] [--checkout MODULE]\n' +
      '       pay-checkout doctor --service [--env FILE] [--secret-key KEY] [--publishable-key KEY] [--base-url URL] [--slow] [--json] [--keep FILE]',
    summary:
      'looks at the settings of a shop, and says each mistake and its remedy; with --service, compares the payment service with what this package assumes',
    run: async (args) => (await import('./doctor/doctor.js')).runDoctor(args),
  },
};
