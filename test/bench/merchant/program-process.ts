import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webhookSigningSecret, operatorKey, orderSecret } from '../../program/program.js';
import { builtFile } from './built.js';
import type { ProgramService } from './program-service.js';

export const webhookSecret = 'a secret of the webhook';

interface Options {
  readonly service: ProgramService;
  readonly databaseUrl: string;
  readonly port: number;
}

/** The built program as a process of its own. */
export function startProgram({ service, databaseUrl, port }: Options) {
  const url = `http://127.0.0.1:${port}`;
  const folder = mkdtempSync(join(tmpdir(), 'pay-program-log-'));
  const logFile = join(folder, 'log');
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, [builtFile('server-program-cli.js')], {
    // Its log is written to a file, as it is in earnest.
    stdio: ['ignore', log, 'inherit'],
    env: {
      ...process.env,
      PAY_SECRET_KEY: 'sk_test_sandbox',
      PAY_PUBLISHABLE_KEY: 'pk_test_sandbox',
      PAY_BASE_URL: `${service.url}/v1`,
      PAY_WEBHOOK_SECRET: webhookSecret,
      ORDER_KEYS: `shop:${orderSecret}`,
      WEBHOOK_URL: `${service.url}/webhook`,
      WEBHOOK_SIGNING_SECRET: webhookSigningSecret,
      OPERATOR_KEY: operatorKey,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
    },
  });
  closeSync(log);
  const exited = once(child, 'exit');
  // A measurement that fails leaves no process behind, and says what the program has logged as an error.
  const end = (code: number) => {
    child.kill('SIGKILL');
    const errors = readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"level":"error"') || line.includes('"level":50'));
    if (code !== 0) console.error(errors.slice(0, 5).join('\n'));
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', end);
  return {
    url,
    /** Asks again and again, as whoever starts a server does. */
    async untilReady(): Promise<void> {
      for (;;) {
        if (child.exitCode !== null) throw new Error('The program has ended before it was ready.');
        const response = await fetch(`${url}/ready`, { headers: { connection: 'close' } }).catch(
          () => undefined,
        );
        if (response?.status === 200) return;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await exited;
      process.off('exit', end);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
