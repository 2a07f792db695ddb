import { StorageError } from './storage.js';

/**
 * Loads an optional package. It is named by its import, so that a bundler sees it and leaves it outside.
 *
 * @throws {StorageError} a sentence that says what to install.
 */
export async function loadDriver<T>(name: string, database: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Anything else, such as a package that was built for another machine, is worth its own message.
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(name)) throw error;
    throw new StorageError(
      `DATABASE_URL names ${database}, and its driver is not installed: run \`npm install ${name}\`.`,
    );
  }
}
