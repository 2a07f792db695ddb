import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Packs what npm would publish, without a build. Answers the tarball. */
export function packInto(folder: string): string {
  const printed = execFileSync(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder],
    { cwd: root, encoding: 'utf8' },
  );
  return join(folder, printed.trim());
}
