import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PayCheckout } from '../../src/entries/element.js';
import { networks } from '../../src/element/card/networks.js';
import type { CustomPropertyName } from '../../src/element/frame/custom-properties.js';
import { manifestFiles } from '../../.ci/manifest/files.js';
import { createManifest, declarationOf } from '../../.ci/manifest/manifest.js';
import type { Declaration, Member } from '../../.ci/manifest/schema.js';

const manifest = createManifest();
const checkout = declarationOf(manifest, 'pay-checkout');
const result = declarationOf(manifest, 'pay-result');

const names = (list: readonly { readonly name: string }[] = []) => list.map(({ name }) => name);

/** What an instance has; what the class has is for code that defines it. */
const own = ({ members }: Declaration, wanted: Member['kind']) =>
  names(members.filter(({ kind, static: isStatic }) => kind === wanted && !isStatic));

/** Does not compile when a state is missing, or is none. */
const states: Readonly<Record<PayCheckout['state'], true>> = {
  waiting: true,
  misconfigured: true,
  ready: true,
  paying: true,
  redirecting: true,
  confirming: true,
  paid: true,
  authorized: true,
  failed: true,
  unknown: true,
  expired: true,
};

/** Does not compile when a custom property of the look is missing, or is none. */
const look: Readonly<Record<CustomPropertyName, true>> = {
  '--pay-accent': true,
  '--pay-on-accent': true,
  '--pay-text': true,
  '--pay-muted': true,
  '--pay-surface': true,
  '--pay-border': true,
  '--pay-danger': true,
  '--pay-success': true,
  '--pay-radius': true,
  '--pay-spacing': true,
  '--pay-font': true,
  '--pay-font-size': true,
};

/** The interface that merchants write against, which only a new version may narrow. */
const surface: [title: string, found: readonly string[], wanted: string][] = [
  [
    'the attributes of <pay-checkout>',
    names(checkout.attributes),
    'publishable-key client-secret intent-id base-url intent-url checkout-url reference status-url amount currency expires-at methods networks manual frame-src challenge challenge-hosts save-card merchant-name country samsung-service-id wallet-scripts timeout disabled name',
  ],
  ['the attributes of <pay-result>', names(result.attributes), 'status-url payment-id'],
  [
    'the methods of <pay-checkout>',
    own(checkout, 'method'),
    'submit canPayBy checkValidity reportValidity reset focus',
  ],
  [
    'the properties of <pay-checkout>',
    own(checkout, 'field'),
    'publishableKey clientSecret intentId baseUrl intentUrl fetchIntent checkoutUrl reference statusUrl fetchStatus amount currency expiresAt methods networks madaPrefixes manual metadata splits invoiceId frameSrc challenge challengeHosts savedCards saveCard merchantName country samsungServiceId walletScripts validateMerchant timeout messages disabled state form name validity validationMessage willValidate',
  ],
  ['the properties of <pay-result>', own(result, 'field'), 'statusUrl fetchStatus paymentId messages'],
  [
    'the events of <pay-checkout>',
    names(checkout.events),
    'pay-ready pay-change pay-invalid pay-attempt pay-redirect pay-outcome pay-cancel pay-error',
  ],
  ['the events of <pay-result>', names(result.events), 'pay-outcome pay-error'],
  ['the slots', names(checkout.slots), 'summary footer'],
  [
    'the parts',
    names(checkout.cssParts),
    'form field label hint input error brand choice wallets method notice button',
  ],
  ['the custom properties', names(checkout.cssProperties), Object.keys(look).join(' ')],
  [
    'the networks that are accepted without a setting',
    (checkout.attributes.find(({ name }) => name === 'networks')?.default ?? '')
      .replaceAll("'", '')
      .split(' '),
    networks.join(' '),
  ],
  ['the states', names(checkout.cssStates), Object.keys(states).join(' ')],
];

describe('the manifest', () => {
  for (const [title, found, wanted] of surface) {
    test(`has ${title}, and no others`, () => {
      assert.deepEqual(found, wanted.split(' '));
    });
  }

  const described = [checkout, result].flatMap((declaration) =>
    [
      declaration.attributes,
      declaration.members,
      declaration.events,
      declaration.slots,
      declaration.cssParts,
      declaration.cssProperties,
      declaration.cssStates,
    ].flat(),
  );
  test('describes everything that it has', () => {
    assert.ok(described.length > 80);
    assert.deepEqual(names(described.filter(({ description }) => !description)), []);
  });

  test('gives every attribute and every event a type', () => {
    const typed = [checkout, result].flatMap(({ attributes, events }) => [...attributes, ...events]);
    assert.deepEqual(names(typed.filter(({ type }) => !type.text)), []);
    for (const { name, type } of [...checkout.events, ...result.events])
      assert.match(
        type.text,
        new RegExp(`^${name.replace(/-?\b(\w)(\w*)-?/g, '$1$2').replaceAll('-', '')}Event$`, 'i'),
      );
  });

  test('says which file registers a tag', () => {
    const found = manifest.modules.flatMap(({ path, exports }) =>
      exports.flatMap(({ kind, name }) => (kind === 'custom-element-definition' ? [[name, path]] : [])),
    );
    assert.deepEqual(found, [
      ['pay-checkout', 'dist/index.js'],
      ['pay-result', 'dist/return.js'],
    ]);
  });

  test('is the same each time', () => {
    assert.deepEqual([...manifestFiles()], [...manifestFiles()]);
  });
});

describe('what editors read', () => {
  const files = manifestFiles();
  const parse = (name: string) => JSON.parse(files.get(name) ?? '') as never;

  test('has both tags and their attributes for VS Code', () => {
    const { tags } = parse('vscode.html-custom-data.json') as {
      tags: { name: string; attributes: { name: string }[] }[];
    };
    assert.deepEqual(
      tags.map(({ name, attributes }) => [name, names(attributes)]),
      [checkout, result].map(({ tagName, attributes }) => [tagName, names(attributes)]),
    );
  });

  test('has every token and part once for VS Code', () => {
    const { properties, pseudoElements } = parse('vscode.css-custom-data.json') as Record<
      'properties' | 'pseudoElements',
      { name: string }[]
    >;
    assert.deepEqual(names(properties), names(checkout.cssProperties));
    assert.deepEqual(
      names(pseudoElements),
      names(checkout.cssParts).map((name) => `::part(${name})`),
    );
  });

  test('has both tags for JetBrains, and the name of the package', () => {
    const { name, contributions } = parse('web-types.json') as {
      name: string;
      contributions: { html: { elements: { name: string }[] } };
    };
    assert.equal(name, 'pay-checkout');
    assert.deepEqual(names(contributions.html.elements), ['pay-checkout', 'pay-result']);
  });
});
