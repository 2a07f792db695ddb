import { dynamodbStore } from '../../../src/server/stores/dynamodb.js';
import { mysqlStore } from '../../../src/server/stores/mysql.js';
import { postgresStore } from '../../../src/server/stores/postgres.js';
import { redisStore } from '../../../src/server/stores/redis.js';
import { sqliteStore } from '../../../src/server/stores/sqlite.js';
import type { Store } from '../../../src/server/stores/store.js';

/** A store on connections of its own. */
export interface OpenStore {
  readonly store: Required<Store>;
  close(): Promise<void>;
}

export type Driver = 'pg' | 'mysql2' | 'redis' | 'ioredis' | 'libsql' | 'node:sqlite' | 'dynamodb';

/** What `node:sqlite` has; the types of Node 20 do not know it. */
interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => Parameters<typeof sqliteStore>[0] & { close(): void };
}

export const nodeSqlite = process.getBuiltinModule?.('node:sqlite') as NodeSqlite | undefined;

/** As the documentation of the stores says. */
const mysqlSettings = { maxIdle: 1, idleTimeout: 5000, connectTimeout: 5000 };
const redisSettings = {
  pingInterval: 2000,
  socket: { socketTimeout: 5000, reconnectStrategy: (tries: number) => Math.min(100 * 2 ** tries, 2000) },
};

/** Connects as a shop does, by the driver itself. Drivers are loaded when they are used, so that a process starts fast. */
export async function connect(driver: Driver, address: string, table: string): Promise<OpenStore> {
  switch (driver) {
    case 'pg': {
      const { default: pg } = await import('pg');
      const pool = new pg.Pool({ connectionString: address, max: 8, connectionTimeoutMillis: 5000 });
      // A connection that breaks while it is idle is replaced; without a listener it would end the process.
      pool.on('error', () => undefined);
      return { store: postgresStore(pool, { table }), close: () => pool.end() };
    }
    case 'mysql2': {
      const { createPool } = await import('mysql2/promise');
      // A shop may want its own rows in this form.
      const pool = createPool({ uri: address, connectionLimit: 8, nestTables: true, ...mysqlSettings });
      return { store: mysqlStore(pool, { table }), close: () => pool.end() };
    }
    case 'redis': {
      const { createClient } = await import('redis');
      const client = createClient({ url: address, ...redisSettings });
      client.on('error', () => undefined);
      await client.connect();
      return { store: redisStore(client, { prefix: table }), close: async () => client.destroy() };
    }
    case 'ioredis': {
      const { Redis } = await import('ioredis');
      // A shop may have other keys there.
      const client = new Redis(address, { socketTimeout: 5000, keyPrefix: 'shop:' });
      client.on('error', () => undefined);
      return { store: redisStore(client, { prefix: table }), close: async () => client.disconnect() };
    }
    case 'libsql': {
      const { default: Database } = await import('libsql');
      const database = new Database(address);
      database.exec('PRAGMA journal_mode = WAL');
      return {
        store: sqliteStore(database, { table }),
        close: async () => void database.close(),
      };
    }
    case 'node:sqlite': {
      if (!nodeSqlite) throw new Error('This Node has no node:sqlite.');
      const database = new nodeSqlite.DatabaseSync(address);
      return { store: sqliteStore(database, { table }), close: async () => database.close() };
    }
    case 'dynamodb': {
      const { DynamoDBClient } = await import('@aws-sdk/client-dynamodb');
      const client = new DynamoDBClient({
        endpoint: address,
        region: 'local',
        credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
      });
      return { store: dynamodbStore(client, { table }), close: async () => client.destroy() };
    }
  }
}
