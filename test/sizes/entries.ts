import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const root = new URL('../../', import.meta.url);

export const gzip = (what: string | Buffer) => gzipSync(what, { level: 9 }).length;

/** What follows the name of a file whose dependencies are measured with it. */
const inside = ', everything inside';

/**
 * Bytes as they travel: a script as it is; of any other entry what an app's bundler makes of it and loads before the
 * app can start, without the dependencies, which the app may have anyhow. What is fetched only when it is needed, as
 * the words of a language are, does not count.
 */
export async function measure(entry: string): Promise<number> {
  const file = entry.replace(inside, '');
  const path = fileURLToPath(new URL(file, root));
  if (/\/pay-\w+\.js$/.test(file)) return gzip(readFileSync(path));
  const { output } = await bundle(path, entry === file ? [/^node:/, /^[a-z@](?!:)/i] : []);
  const chunks = new Map(output.flatMap((it) => (it.type === 'chunk' ? [[it.fileName, it]] : [])));
  const loaded = new Set<string>();
  const load = (name: string) => {
    if (loaded.has(name) || !chunks.has(name)) return;
    loaded.add(name);
    chunks.get(name)?.imports.forEach(load);
  };
  for (const { isEntry, fileName } of chunks.values()) if (isEntry) load(fileName);
  return [...loaded].reduce((sum, name) => sum + gzip(chunks.get(name)?.code ?? ''), 0);
}

async function bundle(input: string, external: RegExp[]): Promise<Rolldown.RolldownOutput> {
  return (await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(root),
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input, external, preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput;
}
