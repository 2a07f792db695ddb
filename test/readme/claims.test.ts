import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from './documents.mjs';

/** Everything that a merchant reads or copies. What the payer reads has tests of its own, by language. */
const files = execFileSync('git', ['ls-files', 'src', 'demo', '.github', '*.md', '*.html'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(?:[cm]?[jt]sx?|md|html|env|php|py|rb|go|java|cs|p[lm]|sh)$/.test(path))
  .filter((path) => !path.startsWith('src/element/i18n/'));

const find = (wrong: RegExp) =>
  files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (wrong.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );

/** A sentence that begins so. "…proves that nothing was charged" is another one. */
const claimsNoCharge = /(?:^|[^\w\s]\s*)(?:nothing|no money) (?:was|has been) (?:charged|taken)\b/i;
const namesAnotherRetry = /may work (?:if|when) it is (?:sent|tried) again|again without harm/i;
/** A setting that holds a secret, with something in place of a value that is not there. */
const hasDefaultSecret =
  /(?:SECRET|_KEYS?)(?:\b['"\])]*(?:\s*:\s*\w+)?\s*(?:=|\?\?|\|\||\?:)|(?<=environ\.get\(.*)",)\s*(['"`])[^'"`]+\1/;

/** `orderIdOf` decodes, and takes an address with a slash at its end. */
const readsAddress = /split\((['"])\/\1\)\.at\(-2\)/;

const rules: readonly (readonly [title: string, wrong: RegExp, caught: readonly string[]])[] = [
  [
    'say nowhere that nothing was charged, because no refusal proves it',
    claimsNoCharge,
    ['console.log(code); // Nothing was charged.', 'Refused: no money was taken.'],
  ],
  [
    'give `retryable` one meaning',
    namesAnotherRetry,
    ['Whether the same thing may work when it is tried again.', 'may be made again without harm'],
  ],
  [
    'read the id of an order from an address with `orderIdOf`',
    readsAddress,
    ["new URL(request.url).pathname.split('/').at(-2)"],
  ],
  [
    'have no default for a secret',
    hasDefaultSecret,
    [
      "const { PAY_SECRET_KEY = 'sk_test_sandbox' } = process.env;",
      "process.env.PAY_WEBHOOK_SECRET ?? 'a long random text'",
      "process.env['ORDER_KEYS'] || 'shop:a'",
      "getenv('WEBHOOK_SIGNING_SECRET') ?: 'whsec_a'",
      'os.environ.get("WEBHOOK_SIGNING_SECRET", "whsec_a")',
    ],
  ],
];

describe('the sources and documents', () => {
  for (const [title, wrong, caught] of rules) {
    it(title, () => {
      assert.deepEqual(find(wrong), []);
      assert.deepEqual(
        caught.filter((line) => !wrong.test(line)),
        [],
      );
    });
  }
});
