import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createPayClient } from '../../src/server/index.js';

const root = new URL('../../', import.meta.url);
const page = new URL('demo/docs/reference/server.md', root);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8').trimEnd();

/** A mark that names a recipe, with that recipe below it. The tests of the recipes run what is shown. */
const shown = /<!-- (demo\/recipes\/\S+\.(\w+)) -->(?:\n\n?```\w+\n[^]*?\n```)?/g;

describe("the README of the merchant's server", () => {
  const text = readFileSync(page, 'utf8');
  const marks = [...text.matchAll(shown)];

  it('shows the recipes as they stand; `UPDATE_README=1` writes them', () => {
    const written = text.replace(
      shown,
      (_, path: string, kind: string) => `<!-- ${path} -->\n\n\`\`\`${kind}\n${read(path)}\n\`\`\``,
    );
    if (process.env['UPDATE_README']) writeFileSync(page, written);
    else assert.equal(text, written);
  });

  it('has no code but the recipes', () => {
    assert.equal(text.match(/^```\w/gm)?.length, marks.length);
  });

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

  it('shows every recipe', () => {
    const folder = new URL('demo/recipes/', root);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /^(?!languages\/).*\.\w+$/.test(name),
    );
    assert.deepEqual(
      marks.map(([, path]) => path).sort(),
      files.map((name) => `demo/recipes/${name}`).sort(),
    );
  });
});
