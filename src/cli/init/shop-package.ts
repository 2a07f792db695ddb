import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

/** What a shop's package.json adds. */
export interface ShopPackage {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

type Manifest = Partial<ShopPackage> & Record<string, unknown>;

const nameOf = (folder: string) =>
  basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-') || 'shop';

const asFile = (from: string, to: string) => `file:${relative(from, to).replaceAll('\\', '/')}`;

/**
 * How a shop gets this package: as the project did that has the package in its `node_modules`. A link to the installed folder
 * would not find what the shop installs, such as `libsql`.
 */
function sourceOf(packageFolder: string, shopFolder: string): string {
  const [modules, project] = [dirname(packageFolder), dirname(dirname(packageFolder))];
  const manifest = join(project, 'package.json');
  if (basename(modules) !== 'node_modules' || !existsSync(manifest)) return asFile(shopFolder, packageFolder);
  const { dependencies, devDependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  const source = dependencies?.['pay-checkout'] ?? devDependencies?.['pay-checkout'];
  if (source === undefined) return asFile(shopFolder, packageFolder);
  const [, path] = /^file:(.+)/.exec(source) ?? [];
  return path === undefined ? source : asFile(shopFolder, resolve(project, path));
}

/**
 * Writes the shop's package.json. One that is there already, as `npm init` and `npm install` leave it, keeps everything but
 * `type` and the scripts of the same names.
 *
 * @param packageFolder Where this package is installed, for a shop that does not depend on it yet.
 */
export function writePackage(folder: string, shop: ShopPackage, packageFolder: string): void {
  const path = join(folder, 'package.json');
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : undefined;
  const here = { 'pay-checkout': sourceOf(packageFolder, folder) };
  const manifest = {
    name: nameOf(folder),
    private: true,
    ...known,
    type: 'module',
    scripts: { ...known?.scripts, ...shop.scripts },
    dependencies: { ...here, ...shop.dependencies, ...known?.dependencies },
    devDependencies: { ...shop.devDependencies, ...known?.devDependencies },
  };
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}
