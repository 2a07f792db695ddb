import { parseArgs } from 'node:util';
import { type Decisions, checkDecisions, decisionTable } from './decisions.js';
import type { LogEntry } from './controls/request-log.js';
import { type Triggered, triggerEvents } from './controls/trigger.js';
import { secretKey } from './keys.js';
import type { DeliveryResult } from './webhooks/webhook-worker.js';
import { parseOrigin } from './http/allowed-origins.js';
import { createSandbox, type Sandbox, serve, type Served } from './sandbox.js';
import { NoDatabase } from './store/database.js';

/**
 * The commands of the sandbox. Each takes what follows its name on the command line, and resolves with the exit status:
 * 0, 1 when it did not work, 2 for wrong arguments. None ends the process, so that another program can have them too.
 */

const sandboxUsage = `Usage: pay-checkout-sandbox [--port 4010] [--host 127.0.0.1] [--db FILE | --db :memory:]
                            [--allow-origin https://shop.example]… [--decision NAME=VALUE]…
       pay-checkout-sandbox trigger EVENT [--to URL]
       pay-checkout-sandbox logs [--follow]
Decisions, the standard value first:
${Object.entries(decisionTable)
  .map(([name, { values }]) => `  ${name}=${values.join('|')}`)
  .join('\n')}`;

const clientUsage = '[--sandbox http://127.0.0.1:4010] [--key sk_test_sandbox]';

const triggerUsage = `Usage: trigger EVENT [--to URL [--secret TEXT]] [--amount 10000] [--currency SAR]
               [--metadata KEY=VALUE]… ${clientUsage}
Events: ${triggerEvents.join(', ')}`;

const logsUsage = `Usage: logs [--follow] [--json] ${clientUsage}`;

const print = (line: string) => void process.stdout.write(`${line}\n`);
const printError = (line: string) => void process.stderr.write(`${line}\n`);

/** Ends a command with a sentence for the one who called it. */
class CommandError extends Error {
  constructor(
    message: string,
    readonly status: 1 | 2 = 1,
  ) {
    super(message);
  }
}

async function run(name: string, usage: string, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    printError(`pay-checkout ${name}: ${error.message}${error.status === 2 ? `\n${usage}` : ''}`);
    return error.status;
  }
}

/** Reads arguments; whatever is wrong with them ends the command with 2. */
function readArguments<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new CommandError((error as Error).message, 2);
  }
}

/** `pay-checkout-sandbox`: the first word may name a command. */
export function runSandboxProgram([first, ...rest]: readonly string[]): Promise<number> {
  if (first === 'trigger') return runTrigger(rest);
  if (first === 'logs') return runLogs(rest);
  return runSandbox(first === undefined ? [] : [first, ...rest]);
}

/** Serves a sandbox until a signal ends the process. */
const runSandbox = (args: readonly string[]) =>
  run('sandbox', sandboxUsage, async () => {
    const { port, host, db, help, allowOrigins, decisions } = readArguments(() => sandboxFlags(args));
    if (help) {
      print(sandboxUsage);
      return 0;
    }
    const sandbox = openSandbox(db, allowOrigins, decisions);
    const served = await listen(sandbox, port, host);
    print(`pay-checkout sandbox listening on ${served.url}/v1`);
    await new Promise((resolve) => {
      process.once('SIGINT', resolve);
      process.once('SIGTERM', resolve);
    });
    await served.close();
    await sandbox.close();
    return 0;
  });

function sandboxFlags(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '4010' },
      host: { type: 'string', default: '127.0.0.1' },
      db: { type: 'string', default: 'sandbox.db' },
      'allow-origin': { type: 'string', multiple: true, default: [] },
      decision: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const port = Number(values.port);
  if (!/^\d{1,5}$/.test(values.port) || port > 65535)
    throw new Error(`--port must be a number from 0 to 65535, not "${values.port}".`);
  if (values.db === '') throw new Error('--db must name a file, or be :memory:.');
  return {
    ...values,
    port,
    allowOrigins: values['allow-origin'].map(parseOrigin),
    decisions: checkDecisions(Object.fromEntries(values.decision.map(splitDecision))),
  };
}

function splitDecision(text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new Error(`--decision must be NAME=VALUE, not "${text}".`);
  return [name, value];
}

function openSandbox(db: string, allowOrigins: readonly string[], decisions: Partial<Decisions>): Sandbox {
  try {
    return createSandbox({ db, allowOrigins, decisions });
  } catch (error) {
    const { message } = error as Error;
    throw new CommandError(error instanceof NoDatabase ? message : `cannot open ${db}: ${message}`);
  }
}

async function listen(sandbox: Sandbox, port: number, host: string): Promise<Served> {
  try {
    return await serve(sandbox, { port, host });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'EADDRINUSE'
        ? `port ${port} is in use. Choose another with --port.`
        : `cannot listen on ${host}:${port}: ${message}`,
    );
  }
}

/** Where a running sandbox is, and whose namespace is meant. */
const clientOptions = {
  sandbox: { type: 'string', default: 'http://127.0.0.1:4010' },
  key: { type: 'string', default: secretKey },
  help: { type: 'boolean', short: 'h' },
} as const;

interface Client {
  readonly sandbox: string;
  readonly key: string;
}

/** Calls a control of a running sandbox. */
async function callControl({ sandbox, key }: Client, path: string, body?: object): Promise<Response> {
  if (!URL.canParse(sandbox)) throw new CommandError(`--sandbox must be an address, not "${sandbox}".`, 2);
  // It goes to whatever address was given.
  if (!key.startsWith('sk_test_')) throw new CommandError('--key must be a test key: sk_test_…', 2);
  const address = new URL(path, sandbox);
  let response: Response;
  try {
    response = await fetch(address, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  } catch {
    throw new CommandError(`no sandbox answers at ${address.origin}. Start it, or name it with --sandbox.`);
  }
  if (response.ok) return response;
  const answer = (await response.json().catch(() => ({}))) as { message?: string };
  throw new CommandError(answer.message ?? `the sandbox answered ${response.status}.`);
}

/** As receivers answer a message with a wrong secret. */
const isRefused = ({ response_code: status }: DeliveryResult) => [400, 401, 403].includes(status ?? 0);

/** Sends an event to the webhooks of a namespace, or to one address. 1 when a receiver did not take it. */
export const runTrigger = (args: readonly string[]) =>
  run('trigger', triggerUsage, async () => {
    const { help, order, client } = readArguments(() => triggerArguments(args));
    if (help) {
      print(triggerUsage);
      return 0;
    }
    const answer = await callControl(client, '/sandbox/trigger', order);
    const { event, sent } = (await answer.json()) as Triggered;
    if (sent.length === 0)
      throw new CommandError(`no webhook listens to ${event}. Register one, or say --to URL.`);
    for (const { url, message } of sent) print(`${event} → ${url}: ${message}`);
    if (order.secret === undefined && order.to !== undefined && sent.some(isRefused))
      throw new CommandError('the message had no secret. Give the webhook’s by --secret TEXT.');
    return sent.every(({ accepted }) => accepted) ? 0 : 1;
  });

function triggerArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...clientOptions,
      to: { type: 'string' },
      secret: { type: 'string' },
      amount: { type: 'string' },
      currency: { type: 'string' },
      metadata: { type: 'string', multiple: true, default: [] },
    },
  });
  const { help, sandbox, key, to, secret, amount, currency, metadata } = values;
  const [event, ...more] = positionals;
  if (!help && (event === undefined || more.length > 0)) throw new Error('Name one event.');
  if (amount !== undefined && !/^\d{1,15}$/.test(amount))
    throw new Error('--amount must be an integer, in the smallest currency unit.');
  const pairs = metadata.map((text) => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined) throw new Error(`--metadata must be KEY=VALUE, not "${text}".`);
    return [name, value];
  });
  return {
    help,
    client: { sandbox, key },
    order: {
      event,
      to,
      secret,
      payment: {
        ...(amount !== undefined && { amount: Number(amount) }),
        currency,
        ...(pairs.length > 0 && { metadata: Object.fromEntries(pairs) as object }),
      },
    },
  };
}

/** Prints the requests of a namespace, and with `--follow` those that come. */
const runLogs = (args: readonly string[]) =>
  run('logs', logsUsage, async () => {
    const { values } = readArguments(() =>
      parseArgs({
        args: [...args],
        options: {
          ...clientOptions,
          follow: { type: 'boolean', short: 'f', default: false },
          json: { type: 'boolean', default: false },
        },
      }),
    );
    if (values.help) {
      print(logsUsage);
      return 0;
    }
    const printEntry = (entry: LogEntry) => print(values.json ? JSON.stringify(entry) : lineOf(entry));
    if (!values.follow) {
      const answer = await callControl(values, '/sandbox/log');
      for (const entry of (await answer.json()) as LogEntry[]) printEntry(entry);
      return 0;
    }
    const { body } = await callControl(values, '/sandbox/log/stream');
    for await (const line of linesIn(body as ReadableStream<Uint8Array>))
      printEntry(JSON.parse(line) as LogEntry);
    throw new CommandError('the sandbox has ended.');
  });

/** `12:00:00 POST /v1/payments 201 payment 3f1c…`. */
function lineOf({ at, method, path, status, key, intent_id: intent, payment_id: payment }: LogEntry): string {
  const about = [intent && `intent ${intent}`, payment && `payment ${payment}`].filter(Boolean).join(', ');
  return `${at.slice(11, 19)} ${method} ${path} ${status ?? 'no answer'} ${key ?? 'no key'} ${about}`.trim();
}

async function* linesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch {
    // A sandbox that ends breaks the connection.
  }
}
