import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const mark = new URL('node_modules/.installed-lock', root);
const lock = new URL('package-lock.json', root);
/** npm writes it as the last thing that it installs. */
const npmMark = new URL('node_modules/.package-lock.json', root);

/** Whether somebody has run `npm ci` since the lock file was written. */
const isInstalledByHand = () => existsSync(npmMark) && statSync(npmMark).mtimeMs > statSync(lock).mtimeMs;

/** Installs what the lock file says, unless just that is there already. Needs nothing but Node and npm. */
export function installWhenNeeded() {
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if ((existsSync(mark) && readFileSync(mark, 'utf8') === wanted) || isInstalledByHand()) return;
  console.log('Installing dependencies (npm ci) …');
  execFileSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: fileURLToPath(root),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  writeFileSync(mark, wanted);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) installWhenNeeded();
