import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { version } from '../../src/version.js';
import { temporaryFolder } from '../temporary-folder.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Each document that names the version. */
const naming = execFileSync('git', ['grep', '-lF', version, '--', 'README.md', 'demo/docs/*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n');
const files = ['package.json', 'src/version.ts', ...naming];

/** A project in which npm has just written the next version into package.json. */
function open(t: TestContext, changelog: string): string {
  const home = temporaryFolder(t);
  for (const file of files) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    cpSync(join(root, file), join(home, file));
  }
  writeFileSync(join(home, 'CHANGELOG.md'), changelog);
  writeFileSync(
    join(home, 'package.json'),
    readFileSync(join(home, 'package.json'), 'utf8').replace(/"version": "[^"]+"/, '"version": "9.8.7"'),
  );
  execFileSync('git', ['init', '--quiet'], { cwd: home });
  return home;
}

const run = (home: string) =>
  spawnSync(process.execPath, [join(root, '.ci/version.mjs')], { cwd: home, encoding: 'utf8' });

test('a release writes its version wherever it stands, and its day over the changes', (t) => {
  const home = open(
    t,
    '# Changelog\n\n## Unreleased\n\nA change.\n\n## 9.8.6, 2026-01-01\n\nAn older one.\n',
  );
  const { status, stderr } = run(home);
  assert.equal(status, 0, stderr);
  const read = (file: string) => readFileSync(join(home, file), 'utf8');
  assert.match(
    read('CHANGELOG.md'),
    /^# Changelog\n\n## 9\.8\.7, \d{4}-\d\d-\d\d\n\nA change\.\n\n## 9\.8\.6/,
  );
  assert.match(read('src/version.ts'), /export const version = '9\.8\.7';/);
  for (const file of naming) {
    assert.ok(read(file).includes('9.8.7'), file);
    assert.ok(!read(file).includes(version), file);
  }
  const added = execFileSync('git', ['diff', '--cached', '--name-only'], { cwd: home, encoding: 'utf8' });
  assert.deepEqual(added.trim().split('\n'), ['CHANGELOG.md', ...naming, 'src/version.ts'].sort());
});

for (const [title, changelog] of [
  ['no changes are written down', '# Changelog\n\n## 9.8.6, 2026-01-01\n\nAn older one.\n'],
  ['the list of changes is empty', '# Changelog\n\n## Unreleased\n\n## 9.8.6, 2026-01-01\n\nAn older one.\n'],
] as const) {
  test(`there is no release where ${title}`, (t) => {
    const { status, stderr } = run(open(t, changelog));
    assert.equal(status, 1);
    assert.match(stderr, /CHANGELOG\.md has no/);
  });
}
