import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { bundle } from '../bundle.js';
import { temporaryFolder } from '../temporary-folder.js';

let cli: Promise<string> | undefined;

/** Runs the command line as a process of its own, which ends with the test at the latest. */
export async function run(t: TestContext, ...flags: string[]) {
  cli ??= bundle('src/sandbox/cli.ts');
  const child = spawn(process.execPath, [await cli, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  let complained = '';
  child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  child.stderr.on('data', (text: Buffer) => (complained += text.toString()));
  const exited = once(child, 'close').then(([code, signal]) => ({ code, signal, printed, complained }));
  t.after(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return { child, exited, printed: () => printed };
}

/** The same, once it has ended. */
export const runToItsEnd = async (t: TestContext, ...flags: string[]) => (await run(t, ...flags)).exited;

/** The same, once it listens. */
export async function listening(t: TestContext, ...flags: string[]) {
  const running = await run(t, '--port', '0', ...flags);
  while (!running.printed().includes('\n')) {
    const ended = await Promise.race([
      running.exited,
      once(running.child.stdout!, 'data').then(() => undefined),
    ]);
    if (ended) throw new Error(`the sandbox ended: ${ended.complained}`);
  }
  const url = /http:\/\/\S+(?=\/v1)/.exec(running.printed())?.[0] as string;
  return { ...running, url };
}

/** A file name in a directory that goes with the test. */
export const temporary = (t: TestContext, name: string) => join(temporaryFolder(t), name);

/** A port that somebody else has. */
export async function takenPort(t: TestContext): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as { port: number }).port;
}
