import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

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

/**
 * Writes the shop's package.json. One that is there already, as `npm init` and `npm install` leave it, keeps everything but
 * `type` and the scripts of the same names.
 *
 * @param packageFolder Where this package is installed, for a shop that does not depend on it yet.
 */
export function writePackage(folder: string, shop: ShopPackage, packageFolder: string): void {
  const path = join(folder, 'package.json');
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : undefined;
  const here = { 'pay-checkout': `file:${relative(folder, packageFolder).replaceAll('\\', '/')}` };
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
