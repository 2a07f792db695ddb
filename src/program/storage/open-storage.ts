import { withTimeout } from '../../server/checkout/times.js';
import { shareCheck, writeProbe } from './check-writable.js';
import { openMysql, openPostgres, openRedis } from './database-servers.js';
import { openSqlite } from './sqlite.js';
import { StorageError, type OpenedDatabase, type Storage } from './storage.js';

/** A connection that has fallen silent does not hold up the end of the program. */
const closeTimeoutMs = 5000;

/**
 * Opens the database of `DATABASE_URL`, makes its tables, and writes to them.
 *
 * @throws {StorageError} when there is no driver, or the database cannot be used or not be written.
 */
export async function openStorage(databaseUrl: string, onError: (error: unknown) => void): Promise<Storage> {
  let database: OpenedDatabase | undefined;
  let what = 'used';
  const close = async () => {
    if (database)
      await withTimeout(database.close(), closeTimeoutMs, 'The database does not close.').catch(onError);
  };
  try {
    database = await open(databaseUrl, onError);
    const { checkoutStore, programStore } = database;
    await checkoutStore.migrate();
    await programStore.migrate();
    what = 'written';
    const check = async () => void (await Promise.all([writeProbe(checkoutStore), writeProbe(programStore)]));
    await check();
    const checkAndLog = () =>
      check().catch((error: unknown) => {
        onError(error);
        throw error;
      });
    return { checkoutStore, programStore, checkWritable: shareCheck(checkAndLog), close };
  } catch (error) {
    await close();
    if (error instanceof StorageError) throw error;
    throw new StorageError(`The database of DATABASE_URL cannot be ${what}: ${findReason(error)}`, {
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

async function open(databaseUrl: string, onError: (error: unknown) => void): Promise<OpenedDatabase> {
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
