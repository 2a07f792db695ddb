import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../.ci/build.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const common = ['package-lock.json', 'vite.config.ts', '.ci/vite.plugins.ts', 'tsconfig.json'];

const builds = [
  {
    what: 'the library, about 15 s',
    part: 'js',
    from: ['src', ...common],
    to: ['dist/server.js', 'dist/pay-checkout.js'],
  },
  {
    what: "the shop's pages, about 3 s",
    part: 'shop',
    from: ['demo', 'index.html', ...common],
    to: ['.shop/index.html'],
  },
];

/** Builds what is missing or older than its sources, as `npm run build` does. */
export function buildWhenNeeded() {
  for (const { what, part, from, to } of builds) {
    const changed = Math.max(...from.flatMap((path) => times(path)));
    const built = Math.min(...to.map((path) => times(path)[0] ?? 0));
    if (built > changed) continue;
    console.log(`Building ${what} …`);
    build([part]);
  }
}

/**
 * When the files at a path, or below it, were last changed. Databases, pictures, documents and installed packages are no part
 * of a build: pages that a shop serves must not be built again because `npm run site` has installed its own.
 */
function times(path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return /\.(db(-\w+)?|md|png)$/.test(path) ? [] : [stats.mtimeMs];
  const names = readdirSync(join(root, path)).filter((name) => name !== 'node_modules');
  return names.flatMap((name) => times(join(path, name)));
}
