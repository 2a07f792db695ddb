import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createPayClient } from '../../src/server/index.js';
import { documents, readDocument } from '../readme/documents.mjs';

const root = new URL('../../', import.meta.url);
const page = new URL('demo/docs/reference/server.md', root);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8').trimEnd();

/** A mark that names a recipe, with that recipe below it. The tests of the recipes run what is shown. */
const shown = /<!-- (demo\/(?:recipes|quickstarts)\/\S+\.(\w+)) -->(?:\n\n?```\w+\n[^]*?\n```)?/g;
const languages: Readonly<Record<string, string>> = {
  mjs: 'js',
  py: 'python',
  rb: 'ruby',
  pm: 'perl',
  cs: 'csharp',
};

/** A document with each file that it names as that file is now. */
const withFiles = (text: string) =>
  text.replace(
    shown,
    (_, path: string, kind: string) =>
      `<!-- ${path} -->\n\n\`\`\`${languages[kind] ?? kind}\n${read(path)}\n\`\`\``,
  );

describe('a document that shows whole files', () => {
  for (const path of documents.filter((name) => readDocument(name).search(shown) >= 0))
    it(`has each as it is; \`UPDATE_README=1\` writes them: ${path}`, () => {
      const text = readDocument(path);
      const written = withFiles(text);
      if (process.env['UPDATE_README']) writeFileSync(new URL(path, root), written);
      else assert.equal(text, written);
    });
});

describe('the reference of the server', () => {
  const text = readFileSync(page, 'utf8');

  it('names every method of the client, and every option of the checkout', () => {
    const client = createPayClient({ secretKey: 'sk_test_any', baseUrl: 'https://api.example.com/v1' });
    const methods = Object.keys(client).filter((name) => !text.includes(`\`${name}(`));
    assert.deepEqual(methods, []);
    const [, options = ''] =
      /interface CheckoutOptions \{([^]*?)\n\}/.exec(read('src/server/checkout/checkout.ts')) ?? [];
    const names = [...options.matchAll(/^ {2}readonly (\w+)/gm)].map(([, name = '']) => name);
    assert.ok(names.length > 4);
    assert.deepEqual(
      names.filter((name) => !text.includes(`| \`${name}\``)),
      [],
    );
  });
});

it('the documents show every recipe', () => {
  const files = readdirSync(new URL('demo/recipes/', root), { recursive: true, encoding: 'utf8' });
  const text = documents.map(readDocument).join('');
  assert.deepEqual(
    files.filter((name) => /\.\w+$/.test(name) && !text.includes(`<!-- demo/recipes/${name} -->`)),
    ['languages/go/go.mod'],
  );
});
