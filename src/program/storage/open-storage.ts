import { withTimeout } from '../../server/checkout/timeouts.js';
import { openMysql, openPostgres, openRedis } from './database-servers.js';
import { openSqlite } from './sqlite.js';
import { StorageError, type Storage } from './storage.js';

/**
 * Opens the database of `DATABASE_URL`, and makes its tables.
 *
 * @throws {StorageError} when there is no driver, or the database cannot be used.
 */
export async function openStorage(databaseUrl: string, onError: (error: unknown) => void): Promise<Storage> {
  let storage: Storage | undefined;
  try {
    storage = await open(databaseUrl, onError);
    await storage.checkoutStore.migrate();
    await storage.programStore.migrate();
    return storage;
  } catch (error) {
    await storage?.close().catch(onError);
    if (error instanceof StorageError) throw error;
    throw new StorageError(`The database of DATABASE_URL cannot be used: ${findReason(error)}`, {
      cause: error,
    });
  }
}

/** Where several addresses were tried, the error itself has no message. */
const findReason = (error: unknown): string =>
  error instanceof AggregateError
    ? String(error.errors[0])
    : error instanceof Error
      ? `${'code' in error ? `${String(error.code)} ` : ''}${error.message}`
      : String(error);

async function open(databaseUrl: string, onError: (error: unknown) => void): Promise<Storage> {
  const [scheme = ''] = databaseUrl.split(':', 1);
  switch (scheme) {
    case 'sqlite':
      return openSqlite(databaseUrl.slice('sqlite:'.length));
    case 'postgres':
    case 'postgresql':
      return openPostgres(databaseUrl, onError);
    case 'mysql':
    case 'mariadb':
      return openMysql(databaseUrl.replace(/^mariadb:/, 'mysql:'));
    case 'redis':
    case 'rediss':
    case 'valkey':
      return openRedis(databaseUrl.replace(/^valkey:/, 'redis:'), onError);
    default:
      throw new StorageError('DATABASE_URL names a database that is not known here.');
  }
}
