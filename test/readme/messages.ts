import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './documents.mjs';

/** What raises an error for a developer. */
const raisers =
  /\b(PayError|ConfigError|assertConfig|createArgumentError|createConfigurationError|RequestBodyError|respondInvalid|respondWithError|endSilence|invalid)\(/;

/** Sources that a merchant’s page or server runs. Words for payers, and programs for tests and the shell, have tests of their own. */
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.ts$/.test(file) && !/^(sandbox|element\/i18n|testing|cli)\//.test(file),
);

/** A text of the code as a document can have it: `…` stands for what is put in. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  return undefined;
}

/** What is wrong with an argument: handed over, named `problem`, or the text of a schema of the merchant's server. */
const isProblem = (node: ts.Node, file: string) => {
  const { parent } = node;
  if (ts.isCallExpression(parent))
    return /^(createArgumentError|respondInvalid|invalid)$/.test(parent.expression.getText());
  if (ts.isVariableDeclaration(parent)) return parent.name.getText() === 'problem';
  return ts.isPropertyAssignment(parent) && parent.name.getText() === 'error' && file.startsWith('server/');
};

function messagesIn(file: string): string[] {
  const code = readFileSync(join(root, 'src', file), 'utf8');
  if (!raisers.test(code)) return [];
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    // Errors of other kinds reach nobody: they are caught, or are mistakes of this package.
    if (ts.isNewExpression(node) && /^(Type|Range)?Error$/.test(node.expression.getText())) return;
    const text = textOf(node)?.trim();
    if (text === undefined) return ts.forEachChild(node, visit);
    // A sentence ends with a mark, or has words and ends with what is put in. What is wrong with an argument becomes one.
    if (/\p{L} .*[.?]$|\p{L} \p{L}.*…$/u.test(text) || (isProblem(node, file) && text.includes(' ')))
      found.push(text);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.ES2022, true));
  return found;
}

/** Every sentence in which an error tells a developer what is wrong. */
export const messages = [...new Set(sources.flatMap(messagesIn))];

/** A text without what is only for the eye. */
export const plain = (text: string) => text.replaceAll(/[`\\]/g, '').replaceAll(/\s+/g, ' ').trim();
