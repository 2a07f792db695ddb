import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm version` runs this before it commits: packs what would be published, twice, from two builds; writes the digests of
 * the files; and lets npm say what it would upload. It uploads nothing.
 */
const folder = '.reports/release';
const npm = (...args) =>
  execFileSync('npm', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });

function pack(name) {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true });
  npm('run', 'build');
  const [{ filename }] = JSON.parse(npm('pack', '--json', '--ignore-scripts', '--pack-destination', home));
  return join(home, filename);
}

const digest = (file) => createHash('sha384').update(readFileSync(file)).digest('hex');

rmSync(folder, { recursive: true, force: true });
const [tarball, again] = [pack('files'), pack('again')];
if (digest(tarball) !== digest(again)) throw new Error('Two builds made two different packages.');

const scripts = readdirSync('dist').filter((name) => /^pay-[a-z]+\.js$/.test(name));
const list = [tarball, ...scripts.map((name) => `dist/${name}`)]
  .map((file) => `${digest(file)}  ${file}\n`)
  .join('');
writeFileSync(join(folder, 'SHA384SUMS'), list);
console.log(list + npm('publish', tarball, '--dry-run', '--ignore-scripts'));
console.log(`Nothing is uploaded yet: ${tarball}. The next steps are in .github/CONTRIBUTING.md, "Release".`);
