import { getWebTypesData } from 'custom-element-jet-brains-integration';
import { getVsCodeCssCustomData, getVsCodeHtmlCustomData } from 'custom-element-vs-code-integration';
import { readFileSync } from 'node:fs';
import { createManifest } from './manifest.js';

const { name, version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as Readonly<Record<'name' | 'version', string>>;

interface Named {
  readonly name: string;
}

const unique = (list: readonly Named[]) =>
  list.filter(({ name }, index) => list.findIndex((other) => other.name === name) === index);

/** The files in `dist/` that tell editors and other tools about the tags: each a name and its text. */
export function manifestFiles(): ReadonlyMap<string, string> {
  const manifest = createManifest();
  // They change what they are given, and say on the console that they ran.
  const given = () => structuredClone(manifest) as never;
  const quiet = { hideLogs: true };
  // Their own `name` and `version` are those of the package in the folder that the build was started in.
  const webTypes = {
    ...(JSON.parse(getWebTypesData(given(), { ...quiet, packageJson: false })) as object),
    name,
    version,
  };
  // Both tags read the same tokens; what the first says of one is enough.
  const css = JSON.parse(getVsCodeCssCustomData(given(), quiet)) as Record<string, unknown>;
  for (const [key, list] of Object.entries(css)) if (Array.isArray(list)) css[key] = unique(list as Named[]);
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  return new Map([
    ['custom-elements.json', json(manifest)],
    ['vscode.html-custom-data.json', json(JSON.parse(getVsCodeHtmlCustomData(given(), quiet)))],
    ['vscode.css-custom-data.json', json(css)],
    ['web-types.json', json(webTypes)],
  ]);
}
