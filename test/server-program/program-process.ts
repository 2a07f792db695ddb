import pg from 'pg';
import { runServer } from '../../src/server-program/run-server.js';

/**
 * The program as a process of its own, over PostgreSQL. It kills itself at the step that it is told: each answer that it
 * was given, by the service or the shop, and each row that it has written is a step when it is done. Between two of them
 * nothing outside changes.
 */
const { KILL_AT = '0', CLOCK_AHEAD = '0' } = process.env;
let steps = 0;
const step = () => {
  steps += 1;
  if (steps === Number(KILL_AT)) process.kill(process.pid, 'SIGKILL');
};

const { now } = Date;
Date.now = () => now() + Number(CLOCK_AHEAD);

const send = globalThis.fetch;
globalThis.fetch = async (...given) => {
  const response = await send(...given);
  step();
  return response;
};

const { prototype } = pg.Pool;
const query = prototype.query as unknown as (...given: unknown[]) => Promise<{ readonly rowCount: number }>;
prototype.query = async function (this: unknown, ...given: unknown[]) {
  const result = await query.apply(this, given);
  if (/^(?:INSERT|UPDATE)/.test(String(given[0])) && result.rowCount > 0) step();
  return result;
} as never;

const starting = runServer(process.env, { write: () => undefined });
process.on('SIGUSR2', () => console.log(`steps ${steps}`));
process.once('SIGTERM', () => void starting.then(({ stop }) => stop()).then(() => process.exit(0)));
console.log((await starting).url);
