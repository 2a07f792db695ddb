import { openMysql, openPostgres, openRedis } from './database-servers.js';
import { openSqlite } from './sqlite.js';
import { StorageError, type Storage } from './storage.js';

/** Opens the database of `DATABASE_URL`, and makes its tables. */
export async function openStorage(databaseUrl: string, onError: (error: unknown) => void): Promise<Storage> {
  const storage = await open(databaseUrl, onError);
  try {
    await storage.checkoutStore.migrate();
    await storage.programStore.migrate();
    return storage;
  } catch (error) {
    await storage.close().catch(onError);
    throw error;
  }
}

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
