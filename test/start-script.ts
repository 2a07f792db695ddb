import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';

/** Runs a script as a process of its own, which ends with the test at the latest. */
export function startScript(t: TestContext, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const exited = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>;
  t.after(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  /** The next line that it prints; undefined when it has ended. */
  const next = async () => ((await lines.next()) as { readonly value?: string }).value;
  return { child, exited, next };
}
