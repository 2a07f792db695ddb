import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { home, unpacked } from './home.js';

/** Builds a shop as its own `vite build` does, and says which modules went into it. */
export async function buildShop(name: string, options: InlineConfig['build'] = {}): Promise<string[]> {
  const built = (await build({
    root: join(home, name),
    logLevel: 'warn',
    // Angular with its compiler is big; that is no news.
    build: { target: 'es2022', emptyOutDir: false, chunkSizeWarningLimit: 2_000, ...options },
  })) as Rolldown.RolldownOutput;
  return built.output.flatMap((it) => (it.type === 'chunk' ? it.moduleIds : []));
}

/** The page of a shop that needs no build, with what its server would fill in. */
export function plainPage(name: string, baseUrl: string): string {
  return readFileSync(join(home, name, 'index.html'), 'utf8').replaceAll('%VITE_PAY_BASE_URL%', baseUrl);
}

/** Where the script file is, for shops that link to it. */
export const scripts = join(unpacked, 'dist');
