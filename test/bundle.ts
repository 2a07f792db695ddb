import { mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Modules with a part that is compiled for the machine, which cannot be inside a file of JavaScript. */
const native = ['libsql', 'pg-native'];

/**
 * A program as one file with all that it imports, since starting a process from TypeScript takes ten times as long, and
 * from the many files of the database drivers twice as long. It goes with this process.
 */
export async function bundle(program: string): Promise<string> {
  const folder = mkdtempSync(join(root, 'node_modules/.bundle-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: native },
    resolve: { alias: { 'pay-checkout/server': join(root, 'src/server/index.ts') } },
    build: { ssr: join(root, program), outDir: folder, target: 'node20', minify: false },
  });
  return join(folder, basename(program).replace(/\.ts$/, '.js'));
}

/**
 * What a module exports, from one file with all that it imports. The loader of TypeScript gives every function its name
 * again whenever it is made, which takes a third of the time of a check that makes millions.
 */
export const importBundle = async <Module>(module: string): Promise<Module> =>
  (await import(pathToFileURL(await bundle(module)).href)) as Module;
