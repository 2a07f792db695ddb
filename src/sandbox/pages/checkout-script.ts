import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built `pay-checkout.js`, for the hosted page, and the files of the release that are beside it. */
export interface CheckoutScript {
  exists(): boolean;
  /** @param file Its name, which the caller has checked. */
  read(file?: string): Promise<string | undefined>;
}

/** Beside the built sandbox, beside its sources, or where the work is done. */
const places = ['./pay-checkout.js', '../pay-checkout.js', '../../../dist/pay-checkout.js'];

/** Looks anew every time: the file may be built while the sandbox runs. */
export function findCheckoutScript(given?: string): CheckoutScript {
  const candidates = given
    ? [resolve(given)]
    : [
        ...places.map((place) => fileURLToPath(new URL(place, import.meta.url))),
        resolve('dist/pay-checkout.js'),
      ];
  const find = () => candidates.find((file) => existsSync(file));
  return {
    exists: () => find() !== undefined,
    read: async (file) => {
      const script = find();
      const wanted = script && file ? resolve(dirname(script), file) : script;
      return wanted && existsSync(wanted) ? readFile(wanted, 'utf8') : undefined;
    },
  };
}
