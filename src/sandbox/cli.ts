#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { originOf } from './http/allowed-origins.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { serve } from './sandbox.js';
import { NoDatabase } from './store/database.js';

const usage = `Usage: pay-checkout-sandbox [--port 4010] [--host 127.0.0.1] [--db FILE | --db :memory:]
                            [--allow-origin https://shop.example]…`;

function fail(message: string, code: number): never {
  console.error(`pay-checkout sandbox: ${message}`);
  process.exit(code);
}

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '4010' },
        host: { type: 'string', default: '127.0.0.1' },
        db: { type: 'string', default: 'sandbox.db' },
        'allow-origin': { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const port = Number(values.port);
    if (!/^\d{1,5}$/.test(values.port) || port > 65535)
      throw new Error(`--port must be a number from 0 to 65535, not "${values.port}".`);
    if (values.db === '') throw new Error('--db must name a file, or be :memory:.');
    return { ...values, port, allowOrigins: values['allow-origin'].map(originOf) };
  } catch (error) {
    return fail(`${(error as Error).message}\n${usage}`, 2);
  }
}

function open(db: string, allowOrigins: readonly string[]): Sandbox {
  try {
    return createSandbox({ db, allowOrigins });
  } catch (error) {
    const { message } = error as Error;
    return fail(error instanceof NoDatabase ? message : `cannot open ${db}: ${message}`, 1);
  }
}

const { port, host, db, help, allowOrigins } = readFlags();
if (help) {
  console.log(usage);
  process.exit(0);
}
const sandbox = open(db, allowOrigins);
const served = await serve(sandbox, { port, host }).catch((error: NodeJS.ErrnoException) =>
  fail(
    error.code === 'EADDRINUSE'
      ? `port ${port} is in use. Choose another with --port.`
      : `cannot listen on ${host}:${port}: ${error.message}`,
    1,
  ),
);
console.log(`pay-checkout sandbox listening on ${served.url}/v1`);

const stop = async () => {
  await served.close();
  await sandbox.close();
  process.exit(0);
};
process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());
