import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Removes the declarations that no published entry leads to, such as those of the sandbox's inside. */
const root = fileURLToPath(new URL('../', import.meta.url));
const types = join(root, 'dist/types');

interface Manifest {
  readonly exports: Record<string, string | { readonly types?: string }>;
}

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const waiting = Object.values(exports).flatMap((entry) =>
  typeof entry === 'object' && entry.types ? [resolve(root, entry.types)] : [],
);
const needed = new Set<string>();
for (let file = waiting.pop(); file; file = waiting.pop()) {
  if (needed.has(file)) continue;
  needed.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/['"](\.{1,2}\/[^'"]+)\.js['"]/g)) {
    const next = `${resolve(dirname(file), path)}.d.ts`;
    if (existsSync(next)) waiting.push(next);
  }
}
for (const name of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
  const file = join(types, name);
  if (name.endsWith('.d.ts') && !needed.has(file)) rmSync(file);
}
