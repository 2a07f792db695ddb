import pg from 'pg';
import { runServer } from '../../src/program/run-server.js';

/**
 * The program as a process of its own, over PostgreSQL. It kills itself at the step `KILL_AT`: each
 * answer that it was given, by the service or the shop, and each row that it has written is a step when it is done. Between
 * two of them nothing outside changes. Its clock is `AHEAD_MS` ahead.
 */
const { KILL_AT = '0', AHEAD_MS = '0' } = process.env;
let steps = 0;
const step = () => {
  steps += 1;
  if (steps === Number(KILL_AT)) process.kill(process.pid, 'SIGKILL');
};

const { now } = Date;
Date.now = () => now() + Number(AHEAD_MS);

const send = globalThis.fetch;
globalThis.fetch = async (...given) => {
  const response = await send(...given);
  step();
  return response;
};

const { query } = pg.Pool.prototype;
pg.Pool.prototype.query = async function (this: pg.Pool, ...given: [{ readonly text: string }]) {
  const result = await (query as (...values: unknown[]) => Promise<pg.QueryResult>).apply(this, given);
  if (/^(?:INSERT|UPDATE)/.test(given[0].text) && result.rowCount !== 0) step();
  return result;
} as never;

const starting = runServer(process.env, { write: () => undefined });
process.on('SIGUSR2', () => console.log(`steps ${steps}`));
process.once('SIGTERM', () => void starting.then(({ stop }) => stop()).then(() => process.exit(0)));
console.log((await starting).url);
