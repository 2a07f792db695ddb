import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { slugOf } from '../../demo/site/documents.mjs';
import { blocks } from './blocks.js';
import { documents, readDocument, root } from './documents.mjs';
import { isAbroad, linksIn, withoutCode } from './links.js';

/** A document as prose: its code blocks are tested as code. */
const prose = (path: string) => withoutCode(readDocument(path));

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(path: string): string[] {
  const seen = new Map<string, number>();
  const named = [...prose(path).matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id);
  const headings = [...prose(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    const slug = slugOf(heading);
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  return [...named, ...headings];
}

/** The document or file that a link leads to, from the top of the project, and the anchor in it. */
function leads(from: string, link: string): { path: string; anchor: string | undefined } {
  const [path = '', anchor] = link.split('#');
  return { path: path === '' ? from : join(dirname(from), path), anchor };
}

const problemsOf = (from: string, link: string): string[] => {
  const { path, anchor } = leads(from, link);
  if (!existsSync(join(root, path))) return [`${link}: no such file`];
  if (anchor !== undefined && !anchorsOf(path).includes(anchor)) return [`${link}: no such heading`];
  return [];
};

/** Paths of the project that a text names in code: of its folders, and of what a build makes. */
const namedIn = (text: string) =>
  [...text.matchAll(/`((?:src|test|demo|dist|\.ci|\.github)\/[\w./[\]-]*)`/g)].map(([, path = '']) => path);

/** The rows of tables whose last column is `test` that name no test file there. */
function untested(text: string): string[] {
  let isTests = false;
  return text.split('\n').filter((line) => {
    const cells = line.split(/ *(?<!\\)\| */).slice(1, -1);
    const last = cells.at(-1) ?? '';
    if (cells.length === 0) isTests = false;
    else if (last === 'test') isTests = true;
    else return isTests && !/^-+$/.test(last) && !/`test\/[\w./-]+\.ts`/.test(last);
    return false;
  });
}

/** What the package says that it has: a build may not be whole yet. */
const promised = readDocument('package.json');

describe('the documents', () => {
  it('begin with a README of at most 900 words, with the tag in its first ten lines', () => {
    const text = readDocument('README.md');
    assert.ok(text.split(/\s+/).length <= 900, `${text.split(/\s+/).length} words`);
    assert.match(text.split('\n').slice(0, 10).join('\n'), /<pay-checkout checkout-url/);
  });

  it('have quickstarts of at most 400 words besides their code', () => {
    const long = documents
      .filter((path) => path.startsWith('demo/docs/start/'))
      .filter((path) => prose(path).split(/\s+/).length > 400);
    assert.deepEqual(long, []);
  });

  const rooms = ['src', 'src/element'].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [`${folder}/${entry.name}/README.md`] : [],
    ),
  );
  const limits = new Map([['.github/CONTRIBUTING.md', 700], ...rooms.map((it) => [it, 300] as const)]);
  for (const [path, most] of limits) {
    it(`for contributors are short: ${path} has at most ${most} words`, () => {
      const words = readDocument(path)
        .split(/\s+/)
        .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
      assert.ok(words <= most, `${words} words`);
    });
  }

  it('quote what the payer reads as the form has it', () => {
    const words = readDocument('src/element/i18n/locales/en.ts');
    const quoted = [
      ...readDocument('demo/docs/guides/troubleshooting.md').matchAll(/^\| [^|]*"([^"|]+)\."/gm),
    ].map(([, text = '']) => text);
    assert.ok(quoted.length > 1);
    assert.deepEqual(
      quoted.filter((text) => !words.includes(text)),
      [],
    );
  });

  it('can all be reached from it', () => {
    // A code host shows how to contribute on its own pages.
    const reached = new Set(['README.md', '.github/CONTRIBUTING.md']);
    // A set is walked on while it grows.
    for (const path of reached)
      for (const link of linksIn(prose(path)).filter((it) => !isAbroad(it))) {
        const { path: next } = leads(path, link);
        if (next.endsWith('.md')) reached.add(next);
      }
    assert.deepEqual(
      documents.filter((path) => !reached.has(path)),
      [],
    );
  });

  for (const path of documents) {
    const text = prose(path);
    it(`link to what there is: ${path}`, () => {
      const links = linksIn(text).filter((link) => !isAbroad(link));
      assert.deepEqual(
        links.flatMap((link) => problemsOf(path, link)),
        [],
      );
    });

    it(`name files that there are: ${path}`, () => {
      assert.deepEqual(
        namedIn(text).filter((name) => !existsSync(join(root, name)) && !promised.includes(`./${name}`)),
        [],
      );
    });
  }

  it('name a test beside each threat, each hazard, and each way in which something was evaluated', () => {
    for (const path of [
      '.github/SECURITY.md',
      'demo/docs/evidence/one-charge.md',
      'demo/docs/evidence/accessibility.md',
    ])
      assert.deepEqual(untested(prose(path)), [], path);
  });

  for (const { document, line, shows, text } of blocks) {
    if (shows === undefined) continue;
    it(`show a file as it is: ${shows} in ${document}, line ${line}`, () => {
      assert.ok(dedent(readFileSync(join(root, shows), 'utf8'), text).includes(text));
    });
  }
});

/** A file with as much less indentation as a piece of it has lost. */
function dedent(file: string, piece: string): string {
  const first = piece.split('\n', 1)[0] ?? '';
  const [, indent = ''] =
    file
      .split('\n')
      .map((line) => /^(\s*)(.*)$/.exec(line) ?? [])
      .find(([, , rest]) => rest === first) ?? [];
  return file.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

describe('the check of links sees', () => {
  it('a file and a heading that there are not', () => {
    assert.deepEqual(problemsOf('README.md', 'src/nowhere.md'), ['src/nowhere.md: no such file']);
    assert.deepEqual(problemsOf('README.md', '#nowhere'), ['#nowhere: no such heading']);
  });

  it('a row without a test', () => {
    const table =
      '| threat | test |\n| --- | --- |\n| one | `test/a.test.ts` |\n| two | soon |\n\n| a | b |\n| c | d |';
    assert.deepEqual(untested(table), ['| two | soon |']);
  });

  it('links, pictures and names', () => {
    assert.deepEqual(linksIn('[a](b.md#c) <img src="d.png" />'), ['b.md#c', 'd.png']);
    assert.deepEqual(namedIn('`src/x.ts` and `test/y/` but not `x.ts`'), ['src/x.ts', 'test/y/']);
  });
});
