import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { version } from '../../version.js';

/** As seen from a page. The version is in the path, so that a file never changes and may be kept for a year. */
export const scriptAddress = `../assets/${version}/pay-checkout.js`;

/** Beside the built program, or where the work is done. */
const folders = ['./', '../../../dist/'].map((folder) => new URL(folder, import.meta.url));

const served = /^(?:pay-(?:checkout|challenge|methods)|languages\/[A-Za-z-]+)\.js$/;

/** A file that the page loads; undefined for every other one. */
export async function readAsset(name: string): Promise<Buffer | undefined> {
  if (!served.test(name)) return undefined;
  const folder = folders.find((each) => existsSync(new URL('pay-checkout.js', each)));
  const file = folder && fileURLToPath(new URL(name, folder));
  return file !== undefined && existsSync(file) ? readFile(file) : undefined;
}
