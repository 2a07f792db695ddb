/**
 * `node .ci/install.mjs [FOLDER …]` installs the packages of the project and of these folders as their lock files say,
 * unless they are installed. Needs only Node and npm.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

function installFolder(folder) {
  const home = join(root, folder);
  const lock = join(home, 'package-lock.json');
  const mark = join(home, 'node_modules/.installed-lock');
  // The last file that npm writes: `npm ci` by hand counts if it came after the lock file.
  const npmMark = join(home, 'node_modules/.package-lock.json');
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  if (existsSync(npmMark) && statSync(npmMark).mtimeMs > statSync(lock).mtimeMs) return;
  const count = Object.keys(read(lock).packages).length - 1;
  const seconds = Math.ceil(count / 100) * 5;
  console.log(`Installing ${folder || 'the project'}: up to ${count} packages, about ${seconds} s …`);
  execFileSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: home,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  writeFileSync(mark, wanted);
}

/**
 * Files outside a folder import its packages too: `src/` the optional peers, which shops install themselves, and
 * `.reports/` what the shops in it are made with. So the project has a link to each that it does not install itself.
 */
function linkPackages(folder) {
  for (const name of Object.keys(read(join(root, folder, 'package.json')).dependencies)) {
    const [link, installed] = [join(root, 'node_modules', name), join(root, folder, 'node_modules', name)];
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), installed), link, 'junction');
  }
}

/** @param {readonly string[]} folders below the project, besides its root. */
export function installWhenNeeded(...folders) {
  installFolder('');
  for (const folder of folders) {
    installFolder(folder);
    linkPackages(folder);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) installWhenNeeded(...process.argv.slice(2));
