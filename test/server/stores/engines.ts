import { createRequire } from 'node:module';
import type { Server } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../free-port.js';
import { connect, nodeSqlite, type Driver } from './connect.js';
import { findProgram, runProgram, serverFolder, startServer, untilAnswer } from './server-process.js';

/** A server that runs, or a file, and what to do when it is no longer needed. */
export interface RunningEngine {
  /** What a driver connects to. */
  readonly address: string;
  readonly port?: number;
  stop(): Promise<void>;
}

export interface Engine {
  readonly name: string;
  /** Each driver of it that is supported. */
  readonly drivers: readonly Driver[];
  /** Why it cannot be tried here; undefined when it can. */
  readonly missing: string | undefined;
  start(): Promise<RunningEngine>;
}

const missing = (program: string, packageName: string) =>
  findProgram(program) ? undefined : `${program} is not installed (Debian: ${packageName})`;

/** Nothing here has to survive a power cut, so nothing waits for a disk. */
async function startPostgres(): Promise<RunningEngine> {
  const folder = serverFolder('postgres');
  const initdb = findProgram('initdb')!;
  const data = join(folder, 'data');
  const options = '-U shop -A trust -E UTF8 --locale=C --no-sync --no-instructions';
  runProgram(initdb, ['-D', data, ...options.split(' ')]);
  const port = await freePort();
  const server = startServer(folder, join(dirname(initdb), 'postgres'), [
    ...['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1'],
    ...['fsync=off', 'full_page_writes=off', 'max_connections=200'].flatMap((setting) => ['-c', setting]),
  ]);
  const address = `postgres://shop@127.0.0.1:${port}/postgres`;
  await untilAnswer(() => ask('pg', address), server);
  return { address, port, stop: server.stop };
}

/** Without grant tables nothing has to be installed first, and the server is there in a fraction of a second. */
async function startMariadb(): Promise<RunningEngine> {
  const folder = serverFolder('mariadb', ['data', 'data/mysql', 'data/shop']);
  const port = await freePort();
  const server = startServer(folder, findProgram('mariadbd')!, [
    ...['--no-defaults', `--datadir=${join(folder, 'data')}`, `--socket=${join(folder, 'socket')}`],
    ...[`--port=${port}`, '--bind-address=127.0.0.1', '--skip-name-resolve', '--skip-grant-tables'],
    ...['--max-connections=200', '--skip-log-bin', '--innodb-buffer-pool-size=64M'],
    ...['--innodb-flush-method=nosync', '--innodb-flush-log-at-trx-commit=0'],
  ]);
  const address = `mysql://root@127.0.0.1:${port}/shop`;
  await untilAnswer(() => ask('mysql2', address), server);
  return { address, port, stop: server.stop };
}

async function startRedis(): Promise<RunningEngine> {
  const folder = serverFolder('redis');
  const port = await freePort();
  const server = startServer(folder, findProgram('redis-server')!, [
    ...['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
  ]);
  const address = `redis://127.0.0.1:${port}`;
  await untilAnswer(() => ask('ioredis', address), server);
  return { address, port, stop: server.stop };
}

async function openSqlite(): Promise<RunningEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'pay-sqlite-'));
  return {
    address: join(folder, 'orders.db'),
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** An emulator that is an npm package; it runs inside this process. */
async function startDynalite(): Promise<RunningEngine> {
  const dynalite = createRequire(import.meta.url)('dynalite') as (options: object) => Server;
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { readonly port: number };
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Rejects until a server is ready. */
async function ask(driver: Driver, address: string): Promise<void> {
  const { store, close } = await connect(driver, address, 'is_it_there');
  try {
    await store.migrate();
    await store.load('nothing');
  } finally {
    await close();
  }
}

const sqliteDrivers: readonly Driver[] = ['libsql', ...(nodeSqlite ? (['node:sqlite'] as const) : [])];
const absent = {
  postgres: missing('initdb', 'postgresql'),
  mariadb: missing('mariadbd', 'mariadb-server'),
  redis: missing('redis-server', 'redis-server'),
};
export const engines: readonly Engine[] = [
  { name: 'PostgreSQL', drivers: ['pg'], missing: absent.postgres, start: startPostgres },
  { name: 'MariaDB', drivers: ['mysql2'], missing: absent.mariadb, start: startMariadb },
  { name: 'Redis', drivers: ['redis', 'ioredis'], missing: absent.redis, start: startRedis },
  { name: 'SQLite', drivers: sqliteDrivers, missing: undefined, start: openSqlite },
  { name: 'DynamoDB, emulated', drivers: ['dynamodb'], missing: undefined, start: startDynalite },
];

const running = new Map<Engine, Promise<RunningEngine>>();

/** Starts an engine, once for all the tests of this process. */
export function startEngine(engine: Engine): Promise<RunningEngine> {
  const started = running.get(engine) ?? engine.start();
  running.set(engine, started);
  return started;
}

/** Ends all that was started. */
export async function stopEngines(): Promise<void> {
  for (const engine of running.values()) await (await engine).stop();
  running.clear();
}

/** Runs statements of an operator of a database, or commands of one of Redis, on a connection of its own. */
export async function operate(name: string, address: string, ...statements: readonly string[]) {
  if (name === 'PostgreSQL') {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    return client.end();
  }
  if (name === 'MariaDB') {
    const { createConnection } = await import('mysql2/promise');
    const connection = await createConnection(address);
    for (const statement of statements) await connection.query(statement);
    return connection.end();
  }
  const { Redis } = await import('ioredis');
  const client = new Redis(address);
  for (const statement of statements) await client.call(...(statement.split(' ') as [string, ...string[]]));
  return client.disconnect();
}

export const newTable = () => `orders_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
