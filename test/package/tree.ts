import { execFile } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What a build reads. The tools need not be copied; what becomes part of the files must lie where it would. */
const sources = [
  'src',
  '.ci',
  'demo/docs',
  'README.md',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];
const bundled = /^(?:lit|lit-html|lit-element|@lit|zod)$/;
/** Tools keep their own things there. */
const own = /^\.(?:cache|vite|vite-temp)$/;

/** The project in another folder. Keeps the times of files, which show whether the dependencies are installed. */
export function copyTree(to: string): void {
  mkdirSync(join(to, 'node_modules'), { recursive: true });
  // Another test may just be installing something.
  const filter = (path: string) => basename(path) !== 'node_modules';
  for (const path of sources)
    cpSync(join(root, path), join(to, path), { recursive: true, preserveTimestamps: true, filter });
  const modules = realpathSync(join(root, 'node_modules'));
  for (const name of readdirSync(modules)) {
    const [from, there] = [join(modules, name), join(to, 'node_modules', name)];
    if (bundled.test(name)) cpSync(from, there, { recursive: true });
    else if (!own.test(name)) symlinkSync(from, there);
  }
  symlinkSync(join(root, '.ci/manifest/node_modules'), join(to, '.ci/manifest/node_modules'));
}

/** Builds there as `npm run build` does, and gives the files of its `dist/`. */
export async function buildIn(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  await promisify(execFile)('npm', ['run', '--silent', 'build'], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
  return filesIn(join(folder, 'dist'));
}

/** Every file of a folder by its path. */
export function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => lstatSync(path).isFile())
    .sort();
  return new Map(files.map((path) => [relative(folder, path).replaceAll('\\', '/'), readFileSync(path)]));
}
