import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where the shops are built: each a folder, with the package unpacked beside them as npm would install it. */
export const home = join(root, '.reports/consumers');
export const unpacked = join(home, 'node_modules/pay-checkout');

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default?: string }>>;
}

interface Printed {
  readonly code: number;
  readonly text: string;
}

/** Runs a program of Node's in the folder of the shops, or in the one of a shop, and says how it ended. */
export function run(args: readonly string[], cwd = home): Promise<Printed> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 2 ** 25 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr });
    });
  });
}

/** The program of an installed package. */
export const bin = (path: string) => join(root, 'node_modules', path);
