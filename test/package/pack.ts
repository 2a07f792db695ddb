import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Packs what npm would publish, without a build. Answers the tarball. */
function packInto(folder: string): string {
  const printed = execFileSync(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder],
    { cwd: root, encoding: 'utf8' },
  );
  return join(folder, printed.trim());
}

let packed: string | undefined;

/** The tarball that the tests of a process share. */
export function tarballOfAll(): string {
  if (packed === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'pay-checkout-packed-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    packed = packInto(folder);
  }
  return packed;
}
