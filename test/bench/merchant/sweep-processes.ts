import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SweepMessage, SweepReport } from './sweep-process.js';

const script = fileURLToPath(new URL('./sweep-process.ts', import.meta.url));

/** Starts a process that sweeps, connected to its database. */
export async function startSweeper(options: Omit<Extract<SweepMessage, { type: 'open' }>, 'type'>) {
  const child = fork(script, { execArgv: ['--import', 'tsx'] });
  const exited = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const send = (message: SweepMessage) => child.send(message);
  const failed = exited.then(() => Promise.reject(new Error(`The process ${options.name} has ended.`)));
  failed.catch(() => undefined);
  const answer = async () => (await Promise.race([once(child, 'message'), failed])) as [unknown];
  const opened = answer();
  send({ type: 'open', ...options });
  await opened;
  return {
    name: options.name,
    /** Sweeps until nothing is due any more, or the service wants to be left alone. */
    async sweep(): Promise<SweepReport> {
      const report = answer();
      send({ type: 'sweep' });
      return (await report)[0] as SweepReport;
    },
    setClock: (aheadMs: number) => send({ type: 'set-clock', aheadMs }),
    async kill() {
      kill();
      await exited;
      process.off('exit', kill);
    },
  };
}
