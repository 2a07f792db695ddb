import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { format } from 'prettier';
import { manifestFiles } from '../../.ci/manifest/files.js';
import { createManifest, declarationOf } from '../../.ci/manifest/manifest.js';
import { blocks, blocksOf, inLanguage, type Block } from './blocks.js';
import { readDocument } from './documents.mjs';

/** Languages with a test. A block in another language shows a file, which has a test of its own. */
const languages = ['html', 'css', 'http', 'json', 'sh', 'ts', 'tsx', 'js', 'jsx'];

/** What nothing here can run. The document says so above each block. */
const notTried = ['ini', 'dockerfile'];

const manifest = createManifest();
const checkout = declarationOf(manifest, 'pay-checkout');
const names = (list: readonly { readonly name: string }[] = []) => list.map(({ name }) => name);

const elements: Readonly<Record<string, readonly string[]>> = {
  'pay-checkout': names(checkout.attributes),
  'pay-result': names(declarationOf(manifest, 'pay-result').attributes),
};

/** What any element may have, and the name that a form control has. */
const everywhere = ['id', 'class', 'slot', 'lang', 'dir', 'hidden', 'name'];

/** A block that stands for itself, and so is checked here. */
const own = ({ shows }: Block) => shows === undefined;

/** What is wrong with the tags of this package in a piece of HTML that can be parsed. */
function problemsOf(html: string): string[] {
  return [...html.matchAll(/<(pay-[\w-]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*(>?)/g)].flatMap(
    ([all, name = '', attributes = '', end]) => {
      const known = elements[name];
      if (!known || !end) return [all];
      const own = [...attributes.matchAll(/([\w-]+)(?:="[^"]*")?/g)].map(([, attribute = '']) => attribute);
      return own.filter((attribute) => !known.includes(attribute) && !everywhere.includes(attribute));
    },
  );
}

/** Tags that are opened and not closed, or the other way round; a parser of HTML forgives that. */
function unbalanced(html: string): string[] {
  const count = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, name = '']) => name).sort();
  const open = count(/<([a-z][\w-]*)/g).filter((name) => !/^(meta|link|img|br|input)$/.test(name));
  const closed = count(/<\/([a-z][\w-]*)/g);
  return open.join() === closed.join() ? [] : [`${open.join()} / ${closed.join()}`];
}

const tokens = names(checkout.cssProperties);
const parts = names(checkout.cssParts);
const states = names(checkout.cssStates);

/** Names in a style sheet that the element does not have. */
function unknownNames(css: string): string[] {
  const unknown = (pattern: RegExp, known: readonly string[]) =>
    [...css.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !known.includes(name));
  return [
    ...unknown(/(--pay-[\w-]*)/g, tokens),
    ...unknown(/::part\(([^)]*)\)/g, parts),
    ...unknown(/:state\(([^)]*)\)/g, states),
  ];
}

describe('a code block in a document', () => {
  for (const { document, language, line } of blocks.filter(own)) {
    it(`is in a language that is checked: ${document}, line ${line}`, () => {
      if (!notTried.includes(language)) return assert.ok(languages.includes(language), language || 'none');
      const above = readDocument(document)
        .split('\n')
        .slice(0, line - 1)
        .join('\n')
        .trimEnd();
      assert.match(above.split('\n').at(-1) ?? '', /^Not tried\./);
    });
  }

  it('is found also where it has no language, and must have an end', () => {
    assert.deepEqual(
      blocksOf('a\n```\nb\n```\n```sh\nc\n```\n').map(({ language, text }) => [language, text]),
      [
        ['', 'b\n'],
        ['sh', 'c\n'],
      ],
    );
    assert.throws(() => blocksOf('```ts\nb\n'), /no end/);
  });

  for (const { document, text, line } of inLanguage('html').filter(own)) {
    it(`is HTML with attributes that there are: ${document}, line ${line}`, async () => {
      await format(text, { parser: 'html' });
      assert.deepEqual([...unbalanced(text), ...problemsOf(text)], []);
    });
  }

  for (const { document, text, line } of inLanguage('json')) {
    it(`is JSON whose lists name files of the package: ${document}, line ${line}`, () => {
      const values = Object.values(JSON.parse(text) as Record<string, unknown>);
      const paths = values.flatMap((value) => (Array.isArray(value) ? (value as string[]) : []));
      const built = [...manifestFiles().keys()].map((name) => `./node_modules/pay-checkout/dist/${name}`);
      assert.deepEqual(
        paths.filter((path) => !built.includes(path)),
        [],
      );
    });
  }

  for (const { document, text, line } of inLanguage('css')) {
    it(`is CSS with names that there are: ${document}, line ${line}`, async () => {
      await format(text, { parser: 'css' });
      assert.deepEqual(unknownNames(text), []);
    });
  }
});

describe('the check of markup sees', () => {
  const wrong: [html: string, problem: string][] = [
    ['<pay-checkout base-url="x" publishable="y"></pay-checkout>', 'publishable'],
    ['<pay-result\n  status="x"\n></pay-result>', 'status'],
    ['<pay-checkout key=x></pay-checkout>', '<pay-checkout key'],
    ['<pay-button></pay-button>', '<pay-button>'],
  ];
  for (const [html, problem] of wrong) {
    it(`the problem in ${html.replaceAll('\n', ' ')}`, () => {
      assert.deepEqual(problemsOf(html), [problem]);
    });
  }

  it('a tag without an end', () => {
    assert.deepEqual(unbalanced('<p><b></b>'), ['b,p / b']);
  });

  it('a token, a part and a state that the element does not have', () => {
    const css = 'a { --pay-colour: red; } a::part(knob) {} a:state(sleeping) {}';
    assert.deepEqual(unknownNames(css), ['--pay-colour', 'knob', 'sleeping']);
  });
});
