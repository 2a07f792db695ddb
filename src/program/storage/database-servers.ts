import { mysqlStore } from '../../server/stores/mysql.js';
import { postgresStore } from '../../server/stores/postgres.js';
import { redisStore } from '../../server/stores/redis.js';
import { loadDriver, programTable, type OpenedDatabase } from './storage.js';

const connections = 10;
const connectMs = 5000;
/** How often a start tries to reach Redis, whose driver would try for ever. */
const startTries = 5;
const maxRetryMs = 2000;
const pingMs = 2000;
/** Idle connections that a network has lost are not there to be tried one after the other. */
const idleMs = 5000;

export async function openPostgres(
  address: string,
  onError: (error: unknown) => void,
): Promise<OpenedDatabase> {
  const { default: pg } = await loadDriver('pg', 'PostgreSQL', () => import('pg'));
  // No setting that the driver sends when it connects, such as `statement_timeout`: PgBouncer refuses it.
  const pool = new pg.Pool({
    connectionString: address,
    max: connections,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
  });
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', onError);
  return {
    checkoutStore: postgresStore(pool),
    programStore: postgresStore(pool, { table: programTable }),
    close: () => pool.end(),
  };
}

export async function openMysql(address: string): Promise<OpenedDatabase> {
  const { createPool } = await loadDriver('mysql2', 'MySQL', () => import('mysql2/promise'));
  const pool = createPool({
    uri: address,
    connectionLimit: connections,
    connectTimeout: connectMs,
    maxIdle: 1,
    idleTimeout: idleMs,
  });
  return {
    checkoutStore: mysqlStore(pool),
    programStore: mysqlStore(pool, { table: programTable }),
    close: () => pool.end(),
  };
}

export async function openRedis(address: string, onError: (error: unknown) => void): Promise<OpenedDatabase> {
  const { createClient } = await loadDriver('redis', 'Redis', () => import('redis'));
  let isConnected = false;
  const client = createClient({
    url: address,
    // While Redis is away, requests are answered 503. Commands that wait for it would also hold up the end of the program.
    disableOfflineQueue: true,
    // A connection that carries no pings either is replaced.
    pingInterval: pingMs,
    socket: {
      connectTimeout: connectMs,
      socketTimeout: idleMs,
      reconnectStrategy: (tries, cause) =>
        !isConnected && tries >= startTries ? cause : Math.min(100 * 2 ** tries, maxRetryMs),
    },
  });
  client.on('error', onError);
  await client.connect();
  isConnected = true;
  return {
    checkoutStore: redisStore(client),
    programStore: redisStore(client, { prefix: programTable }),
    close: async () => (client.isReady ? client.close() : client.destroy()),
  };
}
