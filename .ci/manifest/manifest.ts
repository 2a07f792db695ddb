import * as analyzer from '@custom-elements-manifest/analyzer';
import { litPlugin } from '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js';
import { readFileSync } from 'node:fs';
import type ts from 'typescript';
import { formStyles } from '../../src/element/form/styles.js';
import { properties } from '../../src/element/settings.js';
import { defaultsOf } from './defaults.js';
import type { Declaration, Manifest, Member } from './schema.js';

/** What the analyzer finds in a class: lists that would be empty may be missing. */
type Found = Partial<Declaration> & Pick<Declaration, 'name' | 'superclass'>;

/** What the package exports, which its types do not say. It reads files with a TypeScript of its own. */
const { create, ts: own } = analyzer as unknown as {
  readonly ts: typeof ts;
  create(what: object): { readonly modules: readonly { readonly declarations: readonly Found[] }[] };
};

const sources = ['settings-element', 'checkout-element', 'pay-checkout', 'pay-result'].map(
  (name) => `src/element/${name}.ts`,
);

/** Which file of the package has a class, and which one registers it by being imported. */
const elements = [
  { tag: 'pay-checkout', name: 'PayCheckout', path: 'dist/element.js', registers: 'dist/index.js' },
  { tag: 'pay-result', name: 'PayResult', path: 'dist/return.js', registers: 'dist/return.js' },
] as const;

/** The manifest of the package's elements: what the analyzer finds with its plugin for Lit, of what is public. */
export function createManifest(): Manifest {
  const found = analyze();
  const declarations = elements.map(({ tag, name }) => {
    const declaration = found.find((it) => it.name === name);
    if (!declaration) throw new Error(`There is no class ${name}.`);
    return publicPart(tag === 'pay-checkout' ? withAttributes(declaration) : declaration, tag);
  });
  const paths = [...new Set(elements.flatMap(({ path, registers }) => [path, registers]))].sort();
  return {
    schemaVersion: '1.0.0',
    readme: 'README.md',
    modules: paths.map((path) => ({
      kind: 'javascript-module',
      path,
      declarations: declarations.filter((_, index) => elements[index]?.path === path),
      exports: elements.flatMap(({ name, tag, path: module, registers }) => {
        const declaration = { name, module };
        return [
          ...(module === path || registers === path ? [{ kind: 'js' as const, name, declaration }] : []),
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

function analyze(): readonly Found[] {
  const modules = sources.map((path) =>
    own.createSourceFile(
      path,
      readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'),
      own.ScriptTarget.ES2022,
      true,
    ),
  );
  const { modules: found } = create({ modules, plugins: litPlugin(), context: { dev: false } });
  // Where a doc comment is wrapped is no part of what it says, and which of our classes has a member is no merchant's concern.
  const clean = (key: string, value: unknown) =>
    key === 'inheritedFrom'
      ? undefined
      : key === 'description' && typeof value === 'string'
        ? value.replaceAll('\n', ' ')
        : value;
  return JSON.parse(
    JSON.stringify(
      found.flatMap(({ declarations }) => declarations),
      clean,
    ),
  ) as Found[];
}

/** The analyzer reads the attributes of a class only where they are written in it, and not from the table of settings. */
function withAttributes({ attributes = [], members = [], ...found }: Found): Found {
  const rows: Readonly<Record<string, { readonly attribute: string | false }>> = properties;
  const declared = members.map((member): Member => {
    const attribute = rows[member.name]?.attribute;
    return attribute && member.kind === 'field' ? { ...member, attribute } : member;
  });
  const named = declared.flatMap((member) => {
    if (member.kind !== 'field' || !rows[member.name] || !member.attribute) return [];
    const { name: fieldName, attribute: name, type, ...rest } = member;
    return [{ name, fieldName, type, ...(rest.default === undefined ? {} : { default: rest.default }) }];
  });
  // The analyzer puts what a class inherits last.
  const [settings, others] = [true, false].map((isSetting) =>
    declared.filter(({ name }) => name in rows === isSetting),
  ) as [Member[], Member[]];
  return { ...found, attributes: [...attributes, ...named], members: [...settings, ...others] };
}

/** What Lit, browsers, tests and subclasses ask for: nothing that a page calls or sets. */
const internal = /Callback$|^(?:formAssociated|observedAttributes|updateComplete|language|challengeContext)$/;

const isPublic = ({ name, privacy }: Member) =>
  !name.startsWith('#') && privacy !== 'private' && privacy !== 'protected' && !internal.test(name);

function publicPart(found: Found, tag: string): Declaration {
  const { description = '', name, superclass, slots = [], cssParts = [], cssStates = [] } = found;
  const presets = defaultsOf(formStyles.map(({ cssText }) => cssText).join(''));
  const members = (found.members ?? []).filter(isPublic);
  const order = members.map((member) => member.name);
  const attributes = (found.attributes ?? []).map(({ type, ...attribute }) => {
    const member = members.find(
      (it) => it.kind === 'field' && (it.attribute === attribute.name || it.name === attribute.name),
    );
    const text = (type ?? (member?.kind === 'field' ? member.type : undefined))?.text ?? '';
    const words = attribute.description ?? member?.description;
    return {
      ...attribute,
      ...(words === undefined ? {} : { description: words }),
      type: { text: text.replace(/ \| undefined$/, '') },
    };
  });
  return {
    kind: 'class',
    description,
    name,
    tagName: tag,
    customElement: true,
    // In the order of their properties; what has none of its own comes last.
    attributes: attributes.sort((a, b) => place(order, a) - place(order, b)),
    members: members.map((member) =>
      member.name === 'state' && member.kind === 'field'
        ? { ...member, type: { text: cssStates.map((state) => `'${state.name}'`).join(' | ') } }
        : member,
    ),
    // What is dispatched without being documented is found too, under names that the analyzer guesses.
    events: (found.events ?? []).filter((event) => event.description),
    slots,
    cssParts,
    cssProperties: (found.cssProperties ?? []).map((token) => {
      const preset = presets.get(token.name);
      if (preset === undefined) throw new Error(`No style reads ${token.name}.`);
      return { ...token, default: preset };
    }),
    cssStates,
    superclass,
  };
}

const place = (order: readonly string[], { fieldName = '' }: { readonly fieldName?: string }): number => {
  const at = order.indexOf(fieldName);
  return at < 0 ? order.length : at;
};
