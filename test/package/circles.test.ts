import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** A linter follows imports that run. These are all imports: of types and on demand too. */
const source = fileURLToPath(new URL('../../src/', import.meta.url));

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
  return (
    importedFiles
      // What lies in a package cannot import a file of src.
      .filter(({ fileName }) => fileName.startsWith('.') && !fileName.includes('/node_modules/'))
      .map(({ fileName }) => join(dirname(file), fileName.replace(/\.js$/, '.ts')))
  );
}

/** Circles among files, each once, as the way from a file back to itself. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const follow = (file: string, way: readonly string[]) => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file]);
    if (done.has(file)) return;
    done.add(file);
    for (const next of graph.get(file) ?? []) follow(next, [...way, file]);
  };
  for (const file of graph.keys()) follow(file, []);
  return circles;
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
  // Pieces of a shop, which are put together elsewhere.
  .filter((file) => !file.startsWith(join('cli', 'templates')))
  .map((file) => join(source, file));
const graph = new Map(files.map((file) => [file, importsOf(file)]));

test('every import in src leads to a file in src', () => {
  const lost = [...graph].flatMap(([file, imports]) =>
    imports.filter((it) => !graph.has(it)).map((it) => `${relative(source, file)} → ${relative(source, it)}`),
  );
  assert.deepEqual(lost, []);
});

test('no file in src imports itself by way of others, types included', () => {
  const circles = circlesIn(graph).map((way) => way.map((file) => relative(source, file)).join(' → '));
  assert.deepEqual(circles, []);
});

test('the search sees a circle, whichever file it starts from', () => {
  const round = [
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['b']],
    ['d', []],
  ] as const;
  for (const order of [round, [...round].reverse()]) {
    const [circle = [], ...others] = circlesIn(new Map<string, readonly string[]>(order));
    assert.deepEqual(new Set(circle), new Set(['b', 'c']));
    assert.deepEqual(others, []);
  }
});
