import { pathToFileURL } from 'node:url';
import { fileURLToPath } from 'node:url';
import type * as Server from '../../../src/entries/server.js';
import type * as Mysql from '../../../src/server/stores/mysql.js';
import type * as Postgres from '../../../src/server/stores/postgres.js';
import type * as Redis from '../../../src/server/stores/redis.js';
import type * as Sqlite from '../../../src/server/stores/sqlite.js';

/** What is measured is the built package: TypeScript that is translated while it is loaded runs slower. */
export const builtFile = (name: string): string =>
  fileURLToPath(new URL(`../../../dist/${name}`, import.meta.url));

const load = async (name: string): Promise<unknown> => import(pathToFileURL(builtFile(name)).href);

export const { createCheckout, createPayClient } = (await load('server.js')) as typeof Server;
export const { mysqlStore } = (await load('stores/mysql.js')) as typeof Mysql;
export const { postgresStore } = (await load('stores/postgres.js')) as typeof Postgres;
export const { redisStore } = (await load('stores/redis.js')) as typeof Redis;
export const { sqliteStore } = (await load('stores/sqlite.js')) as typeof Sqlite;
