import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Packed {
  /** What npm would publish, without a build. */
  readonly tarball: string;
  /** A project that has the package as a merchant has it, and the two dependencies that npm installs with it. */
  readonly project: string;
  /** The package in that project. */
  readonly installed: string;
}

let packed: Packed | undefined;

/** Packs, and unpacks, once for all the tests of a process. It goes with the process. */
export function pack(): Packed {
  if (packed) return packed;
  const project = mkdtempSync(join(tmpdir(), 'pay-checkout-alone-'));
  process.on('exit', () => rmSync(project, { recursive: true, force: true }));
  const printed = execFileSync(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', project],
    { cwd: root, encoding: 'utf8' },
  );
  const tarball = join(project, printed.trim());
  const modules = join(project, 'node_modules');
  mkdirSync(modules);
  execFileSync('tar', ['-xzf', tarball], { cwd: modules });
  renameSync(join(modules, 'package'), join(modules, 'pay-checkout'));
  for (const dependency of ['zod', 'lit', '@lit'])
    symlinkSync(join(root, 'node_modules', dependency), join(modules, dependency));
  writeFileSync(join(project, 'package.json'), '{"name":"shop","private":true,"type":"module"}');
  packed = { tarball, project, installed: join(modules, 'pay-checkout') };
  return packed;
}
