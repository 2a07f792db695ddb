import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('dist/cli.js', import.meta.resolve('pay-checkout/package.json')));

/** Runs `pay-checkout-server` with these settings beside the shop's own. Resolves when it listens. */
export async function startServer(settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [program, 'server'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const isListening = (async () => {
    for await (const line of lines) if (line.includes('"listening"')) return true;
    return false;
  })();
  if (!(await isListening)) throw new Error('pay-checkout-server ended: it says above what is wrong.');
  child.stdout.pipe(process.stdout);
  return async function stop() {
    child.kill();
    await ended;
  };
}
