import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

/** One module and all that it imports, by file name, as Vite builds a merchant's page. `main.js` is the module. */
export async function bundle(code: string): Promise<ReadonlyMap<string, string>> {
  const { build } = await import('vite');
  const built = (await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'warn',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? fileURLToPath(new URL('entry.js', import.meta.url)) : undefined),
        load: (id) => (id.endsWith('/entry.js') ? code : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: 'entry',
        output: { entryFileNames: 'main.js', chunkFileNames: 'main/[name].js' },
      },
    },
  })) as Rolldown.RolldownOutput;
  return new Map(
    built.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : [])),
  );
}
