import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const common = ['package-lock.json', 'vite.config.ts', '.ci/vite.plugins.ts', 'tsconfig.json'];

const builds = [
  {
    what: 'the library',
    script: 'build:js',
    from: ['src', ...common],
    to: ['dist/server.js', 'dist/pay-checkout.js'],
  },
  {
    what: "the shop's pages",
    script: 'build:shop',
    from: ['demo', 'index.html', ...common],
    to: ['.shop/index.html'],
  },
];

/** Builds what is missing or older than its sources, with the scripts of package.json. */
export function buildWhenNeeded() {
  for (const { what, script, from, to } of builds) {
    const changed = Math.max(...from.flatMap((path) => times(path)));
    const built = Math.min(...to.map((path) => times(path)[0] ?? 0));
    if (built > changed) continue;
    console.log(`Building ${what} …`);
    execFileSync('npm', ['run', '--silent', script], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
  }
}

/** When the files at a path, or below it, were last changed. Databases change while the shop is open, and pictures are taken of it. */
function times(path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return /\.(db(-\w+)?|png)$/.test(path) ? [] : [stats.mtimeMs];
  return readdirSync(join(root, path)).flatMap((name) => times(join(path, name)));
}
