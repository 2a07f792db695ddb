import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript';
import { modules, writeModules } from './blocks.js';
import { root } from './documents.mjs';

/** As strict as the project, but for what is a matter of taste: how an index signature is read. */
function readOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return {
    ...options,
    noPropertyAccessFromIndexSignature: false,
    allowJs: true,
    checkJs: true,
    types: ['node'],
  };
}

const wrong = {
  file: 'wrong.ts',
  text: "import { pay } from './pay.js';\nawait pay.createPaymentIntent({ amount: '100.00' });\n",
};

describe("the code in the documents, with the package's own types", () => {
  const folder = writeModules('types', [...modules, wrong]);
  const files = [...modules, wrong].map(({ file }) => join(folder, file));
  const program = ts.createProgram(files, readOptions());

  const problems = (file: string) => {
    const source = program.getSourceFile(join(folder, file));
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'),
    );
  };

  for (const { document, file, line } of modules) {
    it(`type-checks: ${file}, ${document}, line ${line}`, () => {
      assert.deepEqual(problems(file), []);
    });
  }

  it('is in files of different names', () => {
    assert.deepEqual([...new Set(files)], files);
  });

  it('would not pass with an amount that is a text', () => {
    assert.match(problems('wrong.ts').join(), /'string' is not assignable to type 'number'/);
  });
});
