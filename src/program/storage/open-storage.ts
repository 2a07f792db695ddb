import { withTimeout } from '../../server/checkout/timeouts.js';
import type { Store } from '../../server/stores/store.js';
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
    return {
      ...storage,
      checkoutStore: limitTime(storage.checkoutStore),
      programStore: limitTime(storage.programStore),
    };
  } catch (error) {
    await storage?.close().catch(onError);
    if (error instanceof StorageError) throw error;
    throw new StorageError(`The database of DATABASE_URL cannot be used: ${findReason(error)}`, {
      cause: error,
    });
  }
}

/** No statement of the program takes a second. A database that falls silent must not keep requests waiting for ever. */
const storeTimeoutMs = 12_000;

function limitTime(store: Store): Store {
  const limit = <T>(method: string, work: Promise<T>) =>
    withTimeout(
      work,
      storeTimeoutMs,
      `The database has not answered \`${method}\` within ${storeTimeoutMs / 1000} s.`,
    );
  return {
    load: (...values) => limit('load', store.load(...values)),
    save: (...values) => limit('save', store.save(...values)),
    claimDue: (...values) => limit('claimDue', store.claimDue(...values)),
    list: (page) => limit('list', store.list(page)),
    migrate: () => store.migrate(),
  };
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
