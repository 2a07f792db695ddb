import type { Store } from '../../../src/server/stores/store.js';
import { nodeSqlite } from '../../server/stores/connect.js';
import { engines, startEngine, newTable, type Engine } from '../../server/stores/engines.js';
import { mysqlStore, postgresStore, redisStore, sqliteStore } from './built.js';

type Value = string | number | null | Buffer;

/** One thing that a store has asked its engine. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
  /** What SQLite is asked with. */
  readonly method?: 'get' | 'run';
  readonly keys?: number;
}

/** A store over the driver of an engine, and the driver by hand. */
interface OpenDriver {
  readonly store: Required<Store>;
  /** The statements of the store, in their order, while a function runs. */
  record(run: () => Promise<unknown>): Promise<readonly Statement[]>;
  /** Sends one statement as a program without the store would. */
  send(statement: Statement): Promise<unknown>;
  close(): Promise<unknown>;
}

const connections = 10;

function createRecorder() {
  let kept: Statement[] | undefined;
  return {
    keep: (statement: Statement) => void kept?.push(statement),
    async record(run: () => Promise<unknown>) {
      const statements: Statement[] = [];
      kept = statements;
      await run();
      kept = undefined;
      return statements;
    },
  };
}

async function openPostgres(address: string, table: string): Promise<OpenDriver> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: address, max: connections });
  const { keep, record } = createRecorder();
  const store = postgresStore(
    {
      query(query) {
        keep({ text: query.text, values: query.values as Value[] });
        return pool.query(query);
      },
    },
    { table },
  );
  return {
    ...{ store, record },
    send: ({ text, values }) => pool.query(text, [...values]),
    close: () => pool.end(),
  };
}

async function openMariadb(address: string, table: string): Promise<OpenDriver> {
  const { createPool } = await import('mysql2/promise');
  const pool = createPool({ uri: address, connectionLimit: connections });
  const { keep, record } = createRecorder();
  const store = mysqlStore(
    {
      async getConnection() {
        const connection = await pool.getConnection();
        return {
          query(options) {
            keep({ text: options.sql, values: (options.values ?? []) as Value[] });
            return connection.query(options);
          },
          release: () => connection.release(),
          destroy: () => connection.destroy(),
        };
      },
    },
    { table },
  );
  return {
    ...{ store, record },
    send: ({ text, values }) => pool.query({ sql: text, values: [...values], rowsAsArray: false }),
    close: () => pool.end(),
  };
}

async function openRedis(address: string, prefix: string): Promise<OpenDriver> {
  const { createClient } = await import('redis');
  const client = createClient({ url: address });
  client.on('error', () => undefined);
  await client.connect();
  const { keep, record } = createRecorder();
  const store = redisStore(
    {
      eval(text: string, { keys, arguments: values }: { keys: string[]; arguments: string[] }) {
        keep({ text, values: [...keys, ...values], keys: keys.length });
        return client.eval(text, { keys, arguments: values });
      },
    },
    { prefix },
  );
  return {
    ...{ store, record },
    send: ({ text, values, keys = 0 }) =>
      client.eval(text, {
        keys: values.slice(0, keys) as string[],
        arguments: values.slice(keys) as string[],
      }),
    close: async () => client.destroy(),
  };
}

interface Sqlite {
  exec(sql: string): unknown;
  prepare(sql: string): {
    get(...values: (string | number | null)[]): unknown;
    all(...values: (string | number | null)[]): unknown[];
    run(...values: (string | number | null)[]): { readonly changes: number | bigint };
  };
  close(): unknown;
}

async function openSqliteFile(path: string): Promise<Sqlite> {
  if (nodeSqlite) return new nodeSqlite.DatabaseSync(path);
  const { default: Libsql } = await import('libsql');
  return new Libsql(path) as unknown as Sqlite;
}

async function openSqlite(address: string, table: string): Promise<OpenDriver> {
  const database = await openSqliteFile(address);
  database.exec('PRAGMA journal_mode = WAL');
  const { keep, record } = createRecorder();
  const store = sqliteStore(
    {
      exec: (sql) => database.exec(sql),
      prepare(text) {
        const prepared = database.prepare(text);
        return {
          all: (...values) => prepared.all(...values),
          get(...values) {
            if (!text.startsWith('PRAGMA')) keep({ text, values, method: 'get' });
            return prepared.get(...values);
          },
          run(...values) {
            keep({ text, values, method: 'run' });
            return prepared.run(...values);
          },
        };
      },
    },
    { table },
  );
  // By hand a statement is prepared once.
  const prepared = new Map<string, ReturnType<Sqlite['prepare']>>();
  return {
    ...{ store, record },
    async send({ text, values, method = 'get' }) {
      const statement = prepared.get(text) ?? database.prepare(text);
      prepared.set(text, statement);
      return statement[method](...(values as (string | number | null)[]));
    },
    close: async () => database.close(),
  };
}

const openers: Readonly<Record<string, (address: string, table: string) => Promise<OpenDriver>>> = {
  PostgreSQL: openPostgres,
  MariaDB: openMariadb,
  Redis: openRedis,
  SQLite: openSqlite,
};

/** The engines that are measured. What is not installed is named. */
export function findEngines(names: readonly string[] = Object.keys(openers)): readonly Engine[] {
  const wanted = engines.filter(({ name }) => names.includes(name));
  for (const { name, missing } of wanted)
    if (missing !== undefined) console.log(`Not tried: ${name}, because ${missing}.`);
  return wanted.filter(({ missing }) => missing === undefined);
}

/** Where the records of a measurement are, for several processes. */
export interface TableAddress {
  readonly engine: string;
  readonly address: string;
  readonly table: string;
}

export async function connectTo({ engine, address, table }: TableAddress): Promise<OpenDriver> {
  const driver = await openers[engine]!(address, table);
  await driver.store.migrate();
  return driver;
}

/** The address of a fresh table, on an engine that is started when it is first needed. */
export const newAddress = async (engine: Engine): Promise<TableAddress> => ({
  engine: engine.name,
  address: (await startEngine(engine)).address,
  table: newTable(),
});

export const openDriver = async (engine: Engine): Promise<OpenDriver> => connectTo(await newAddress(engine));

/** The same statement about another order. */
export const aboutOrder = (statement: Statement, before: string, after: string): Statement => ({
  ...statement,
  values: statement.values.map((value) =>
    typeof value === 'string'
      ? value.replaceAll(before, after)
      : Buffer.isBuffer(value)
        ? Buffer.from(value.toString().replaceAll(before, after))
        : value,
  ),
});
