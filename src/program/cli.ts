#!/usr/bin/env node
import { runServer, SettingsError } from './run-server.js';

const usage = `Usage: pay-checkout-server

It takes no options: its settings are in the environment. Start it with PAY_SECRET_KEY, PAY_PUBLISHABLE_KEY, PAY_BASE_URL,
PAY_WEBHOOK_SECRET and ORDER_KEYS; what is wrong or missing is reported at once.`;

function fail(message: string, code: number): never {
  for (const line of message.split('\n')) console.error(`pay-checkout-server: ${line}`);
  process.exit(code);
}

if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
  console.log(usage);
  process.exit(0);
}
if (process.argv.length > 2) fail(`it takes no options, and was given some.\n${usage}`, 2);

const starting = runServer(process.env).catch((error: NodeJS.ErrnoException) => {
  if (error instanceof SettingsError) return fail(error.message, 2);
  return fail(error.message || String(error.code ?? error.name), 1);
});

// Listen before the start has finished, so that a signal during the start also stops cleanly.
const stop = () => void starting.then((server) => server.stop()).then(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
