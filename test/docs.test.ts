import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { form } from '../src/element/i18n/locales/en.js';
import { limitations } from './limitations.js';
import { createManifest, declarationOf } from '../.ci/manifest/manifest.js';
import type { Declaration, Field, Method } from '../.ci/manifest/schema.js';
import { published } from './readme/documents.mjs';
import { table } from './readme/table.js';
import { everyEnginePages } from './suites.js';

/**
 * The reference of the elements is made from the manifest, which is made from the code, and from the words for each
 * problem of a field; the table of browsers is made from what the runners read.
 * `UPDATE_README=1 npm run test:one -- test/docs.test.ts` writes them anew.
 */
const manifest = createManifest();
const checkout = declarationOf(manifest, 'pay-checkout');
const result = declarationOf(manifest, 'pay-result');

const code = (text: string | undefined) => (text === undefined || text === '' ? '–' : `\`${text}\``);
const isField = (member: Field | Method): member is Field => member.kind === 'field';
const fields = ({ members }: Declaration) => members.filter(isField).filter((field) => !field.static);
const methods = ({ members }: Declaration) => members.filter((member): member is Method => !isField(member));

const named = (head: string, list: readonly { name: string; description?: string }[] = []) =>
  table(
    [head, ''],
    list.map(({ name, description = '' }) => [code(name), description]),
  );

const properties = (declaration: Declaration) => {
  const byAttribute = new Map(declaration.attributes.map(({ fieldName, name }) => [fieldName ?? name, name]));
  return table(
    ['attribute', 'property', 'type', 'default', ''],
    fields(declaration)
      .filter((field) => !field.readonly)
      .map(({ name, type, default: preset, description = '' }) => [
        code(byAttribute.get(name)),
        code(name),
        code(type.text.replace(/ \| undefined$/, '').replace(/^\((\(.*)\)$/, '$1')),
        code(preset),
        description,
      ]),
  );
};

const signature = ({ name, static: isStatic, parameters = [], return: returned }: Method) => {
  const list = parameters.map(
    (it) => `${it.name}${it.optional || it.default ? '?' : ''}: ${it.type?.text ?? 'string'}`,
  );
  return `${isStatic ? 'PayCheckout.' : ''}${name}(${list.join(', ')}): ${returned?.type.text}`;
};

const events = (declaration: Declaration) =>
  table(
    ['event', 'type', ''],
    declaration.events.map(({ name, type, description = '' }) => [code(name), code(type.text), description]),
  );

/** The tests of whole pages that are for one engine, by their names. */
const filesOf = (engine: string) =>
  readdirSync(new URL('./e2e/', import.meta.url)).filter((file) => file.startsWith(`${engine}.`));

const untried = (engine: keyof typeof limitations) =>
  Object.values(limitations[engine])
    .map((reason) => reason.split(':', 1)[0])
    .join('; ');

/** Which engine runs what, by the lists that the runners read. */
const browsers = table(
  ['engine', 'component tests', 'pages', 'what is not tried there'],
  [
    ['Chromium', 'all', 'all, and a phone emulated in it', '–'],
    [
      'Firefox',
      'those that depend on the engine',
      `${filesOf('firefox').length} files, and the tests with the tag \`@engine\` of ${everyEnginePages.length} more`,
      untried('firefox'),
    ],
    [
      'WebKit, as WebKitGTK',
      'those that depend on the engine',
      `${filesOf('webkit').length} files`,
      untried('webkit'),
    ],
    ['Safari, other browsers, and phones themselves', '–', '–', 'all'],
  ],
);

const generated = {
  properties: properties(checkout),
  readings: table(
    ['property, to be read', 'type', ''],
    fields(checkout)
      .filter((field) => field.readonly)
      .map(({ name, type, description = '' }) => [
        code(name),
        name === 'state' ? 'see below' : code(type.text),
        description,
      ]),
  ),
  methods: table(
    ['method', ''],
    methods(checkout).map((method) => [code(signature(method)), method.description ?? '']),
  ),
  events: events(checkout),
  problems: table(
    ['field', 'codes'],
    Object.entries(form.problems).map(([field, codes]) => [
      code(field),
      Object.keys(codes).map(code).join(', '),
    ]),
  ),
  states: named('state', checkout.cssStates),
  parts: named('part', checkout.cssParts),
  slots: named('slot', checkout.slots),
  tokens: table(
    ['custom property', 'default', ''],
    checkout.cssProperties.map(({ name, default: preset, description = '' }) => [
      code(name),
      code(preset),
      description,
    ]),
  ),
  browsers,
  'result-properties': properties(result),
  'result-events': events(result),
};

describe('a document', () => {
  for (const [name, text] of Object.entries(generated)) {
    test(`has the table of ${name} that the code makes`, () => {
      assert.ok(text.split('\n').length > 3, text);
      assert.equal(published(name, text), text);
    });
  }
});
