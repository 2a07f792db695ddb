import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const mark = new URL('node_modules/.installed-lock', root);

/** Installs what the lock file says, unless just that is there already. Needs nothing but Node and npm. */
export function installWhenNeeded() {
  const wanted = createHash('sha256')
    .update(readFileSync(new URL('package-lock.json', root)))
    .digest('hex');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  console.log('Installing dependencies (npm ci) …');
  execFileSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: fileURLToPath(root),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  writeFileSync(mark, wanted);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) installWhenNeeded();
