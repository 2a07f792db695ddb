import mysql from 'mysql2/promise';
import pg from 'pg';
import { createClient } from 'redis';
import { runServer } from '../../src/program/run-server.js';

/**
 * The program as a process of its own, over PostgreSQL, MariaDB or Redis. It kills itself at the step `KILL_AT`: each
 * answer that it was given, by the service or the shop, and each row that it has written is a step when it is done. Between
 * two of them nothing outside changes.
 */
const { KILL_AT = '0' } = process.env;
let steps = 0;
const step = () => {
  steps += 1;
  if (steps === Number(KILL_AT)) process.kill(process.pid, 'SIGKILL');
};

const send = globalThis.fetch;
globalThis.fetch = async (...given) => {
  const response = await send(...given);
  step();
  return response;
};

/** Exported by the driver, and missing in its types. */
const { PromisePool, PromisePoolConnection } = mysql as unknown as Record<
  'PromisePool' | 'PromisePoolConnection',
  { readonly prototype: object }
>;

type Method = (...given: unknown[]) => Promise<unknown>;

/** Counts a step whenever a method of a driver has written something. */
function countWrites(
  prototype: object,
  name: string,
  hasWritten: (given: unknown[], result: unknown) => boolean,
) {
  const method = Reflect.get(prototype, name) as Method;
  Reflect.set(prototype, name, async function (this: unknown, ...given: unknown[]) {
    const result = await method.apply(this, given);
    if (hasWritten(given, result)) step();
    return result;
  });
}

const isWrite = (sql: string) => /^(?:INSERT|UPDATE)/.test(sql);
countWrites(
  pg.Pool.prototype,
  'query',
  ([query], result) => isWrite((query as { text: string }).text) && (result as pg.QueryResult).rowCount !== 0,
);
for (const { prototype } of [PromisePool, PromisePoolConnection])
  countWrites(
    prototype,
    'query',
    ([options], result) =>
      isWrite((options as { sql: string }).sql) &&
      (result as [{ affectedRows?: number }])[0].affectedRows !== 0,
  );
// All clients of the driver have one class, which it does not export.
const redisClient = Object.getPrototypeOf(
  Object.getPrototypeOf(Object.getPrototypeOf(createClient())),
) as object;
countWrites(redisClient, 'sendCommand', ([words], result) => String(words).includes('HSET') && result === 1);

const starting = runServer(process.env, { write: () => undefined });
process.on('SIGUSR2', () => console.log(`steps ${steps}`));
process.once('SIGTERM', () => void starting.then(({ stop }) => stop()).then(() => process.exit(0)));
console.log((await starting).url);
