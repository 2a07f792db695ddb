import * as analyzer from '@custom-elements-manifest/analyzer';
import { readFileSync } from 'node:fs';
import type ts from 'typescript';
import { PayCheckout } from '../../src/entries/element.js';
import { PayResult } from '../../src/entries/return.js';
import { styles } from '../../src/form/styles.js';
import { declare, type Found } from './declare.js';
import type { Declaration, Manifest } from './schema.js';

/** What the package exports, which its types do not say. It reads files with a TypeScript of its own. */
const { create, ts: own } = analyzer as unknown as {
  readonly ts: typeof ts;
  create(what: object): { readonly modules: readonly { readonly declarations: readonly Found[] }[] };
};

/** Where a class is written, which file of the package has it, and which one registers it by being imported. */
const elements = [
  {
    tag: 'pay-checkout',
    element: PayCheckout,
    sources: ['src/elements/checkout-element.ts', 'src/elements/pay-checkout.ts'],
    attributes: new Map(
      Object.entries(PayCheckout.properties).map(([name, kind]) => [
        name,
        kind === 'object' ? undefined : name.replace(/[A-Z]/g, '-$&').toLowerCase(),
      ]),
    ),
    path: 'dist/element.js',
    registers: 'dist/index.js',
  },
  {
    tag: 'pay-result',
    element: PayResult,
    sources: ['src/elements/pay-result.ts'],
    attributes: new Map(
      Object.entries(PayResult.properties).map(([name, { attribute }]) => [
        name,
        attribute === false ? undefined : String(attribute),
      ]),
    ),
    path: 'dist/return.js',
    registers: 'dist/return.js',
  },
] as const;

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/**
 * The manifest of the package's elements. Docs, types, methods and events are read from the sources; which properties
 * there are and which attributes set them, and the defaults of the tokens, from the classes themselves.
 */
export function createManifest(): Manifest {
  const declarations = elements.map(({ sources, attributes, tag }) =>
    declare(sources.map(analyze).reduce(extend), { attributes, styles }, tag),
  );
  const paths = [...new Set(elements.flatMap(({ path, registers }) => [path, registers]))].sort();
  return {
    schemaVersion: '1.0.0',
    readme: 'README.md',
    modules: paths.map((path) => ({
      kind: 'javascript-module',
      path,
      declarations: declarations.filter((_, index) => elements[index]?.path === path),
      exports: elements.flatMap(({ element, tag, path: module, registers }) => {
        const declaration = { name: element.name, module };
        return [
          ...(module === path || registers === path
            ? [{ kind: 'js' as const, name: element.name, declaration }]
            : []),
          ...(registers === path
            ? [{ kind: 'custom-element-definition' as const, name: tag, declaration }]
            : []),
        ];
      }),
    })),
  };
}

export function declarationOf({ modules }: Manifest, tag: string): Declaration {
  const found = modules.flatMap(({ declarations }) => declarations).find(({ tagName }) => tagName === tag);
  if (!found) throw new Error(`The manifest has no <${tag}>.`);
  return found;
}

/** A class has the members of the one that it extends. */
const extend = (base: Found, found: Found): Found => ({
  ...found,
  superclass: base.superclass,
  // What the class has comes before what an instance has.
  members: [...(base.members ?? []), ...(found.members ?? [])].sort(
    (a, b) => Number(b.static ?? false) - Number(a.static ?? false),
  ),
});

/** What the analyzer finds in the one class of a file. */
function analyze(source: string): Found {
  const file = own.createSourceFile(source, read(source), own.ScriptTarget.ES2022, true);
  const { modules } = create({ modules: [file], plugins: [], context: { dev: false } });
  const found = modules[0]?.declarations.find(({ kind }) => kind === 'class');
  if (!found) throw new Error(`${source} has no class.`);
  // Where a doc comment is wrapped is no part of what it says.
  const words = (key: string, value: unknown) =>
    key === 'description' && typeof value === 'string' ? value.replaceAll('\n', ' ') : value;
  return JSON.parse(JSON.stringify(found), words) as Found;
}
