import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const source = fileURLToPath(new URL('../../src/', import.meta.url));

/** Left out: each language and each template has files of the same names, and the sandbox plays a service of its own. */
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.ts$/.test(file) && !/^(?:sandbox|cli\/templates|element\/i18n\/locales)\//.test(file));

function namesDeclaredBy(statement: ts.Statement): string[] {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = statement as ts.Statement & { readonly name?: ts.Identifier };
  return name ? [name.text] : [];
}

const filesByName = new Map<string, Set<string>>();
for (const file of files) {
  const { statements } = ts.createSourceFile(
    file,
    readFileSync(join(source, file), 'utf8'),
    ts.ScriptTarget.ES2022,
    true,
  );
  for (const name of statements.flatMap(namesDeclaredBy))
    filesByName.set(name, (filesByName.get(name) ?? new Set()).add(file));
}

/** Names that several files may declare. A name that only one declares any more must leave this list. */
const shared: Readonly<Record<string, string>> = {
  PayCheckout: 'the element and its React components have one public name',
};

describe('a name that is exported in src/', () => {
  it('stands for one thing', () => {
    const twice = [...filesByName].filter(([name, its]) => its.size > 1 && !Object.hasOwn(shared, name));
    assert.deepEqual(
      twice.map(([name, its]) => `${name}: ${[...its].join(', ')}`),
      [],
    );
  });

  it('is looked for in all files', () => {
    assert.ok(filesByName.size > 500, String(filesByName.size));
  });

  for (const name of Object.keys(shared))
    it(`is in the list of shared names only while it is shared: ${name}`, () => {
      assert.ok((filesByName.get(name)?.size ?? 0) > 1);
    });
});
