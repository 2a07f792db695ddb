import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documents, readDocument } from '../readme/documents.mjs';
import { withoutCode } from '../readme/links.js';

/** Words that the documents do not use, and what they use instead. */
const refused: readonly (readonly [wrong: RegExp, instead: string])[] = [
  [/\b(?:is|are|was|were|be|been) (?:told|said|asked|answered)\b/i, 'the component, and what it does'],
  [/\bwho(?:m)?ever\b/i, 'a noun'],
  [/\bwhat (?:became|came) of\b/i, 'the outcome'],
  [/(?:^|[.:;] )(?:nobody|nothing|none|no one)\b/im, 'a subject'],
  [/\bnobody\b/i, 'a subject'],
  [/\bin place of\b/i, 'instead of'],
  [/\bbeside it\b/i, 'in the same folder'],
  [/\bof (?:its|their|one’s) own\b/i, 'separate'],
  [/\bby (?:itself|themselves)\b/i, 'automatically'],
  [/\banew\b/i, 'again'],
  [/\bat once\b/i, 'immediately'],
  [/\bas it is\b/i, 'unchanged'],
  [/\bgiv(?:e|es|en|ing) back\b|\bgave back\b|\bgiven back\b/i, 'refund'],
  [/\bway back\b/i, 'return page'],
  [/\b(?:the|signed|these|those) news\b|\bnews (?:are|come)\b/i, 'webhook'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\bblanks\b/i, 'spaces'],
];

/** A document without code, tags and addresses. */
const plain = (markdown: string) =>
  withoutCode(markdown)
    .replaceAll(/<!--[^]*?-->|<\/?[a-z][^>]*>/g, '')
    // The messages of errors are the code's, and have tests of their own.
    .replaceAll(/^\| (?:status, )?message [^]*?(?=\n\n|$(?![^]))/gm, (table) =>
      table.replaceAll(/^\|(?:\\\||[^|])*/gm, '|'),
    )
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`[^`\n]+`/g, 'code')
    .replaceAll('**', '');

const countWords = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

const cellsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => line.split(/(?<!\\)\|/).slice(1, -1));

/** The sentences of paragraphs and lists. A heading and a row of links have none. */
const sentencesOf = (text: string) =>
  text
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .map((block) => block.trim())
    .filter((block) => !/^[|#]/.test(block) && !block.includes(' · '))
    .flatMap((block) => block.replaceAll(/\s+/g, ' ').split(/(?<=[.!?:;])\s+(?=[\p{Lu}"*-]|code\b)/u))
    .filter((sentence) => countWords(sentence) > 0);

function problemsOf(markdown: string): string[] {
  const text = plain(markdown);
  const sentences = sentencesOf(text);
  const words = sentences.map(countWords);
  const average = words.reduce((sum, count) => sum + count, 0) / Math.max(1, words.length);
  return [
    ...refused.flatMap(([wrong, instead]) =>
      text.split('\n').flatMap((line) => (wrong.test(line) ? [`${instead}: ${line.trim()}`] : [])),
    ),
    ...sentences.filter((sentence) => countWords(sentence) > 30).map((sentence) => `long: ${sentence}`),
    ...cellsOf(text)
      .filter((cell) => countWords(cell) > 25)
      .map((cell) => `long cell: ${cell.trim()}`),
    ...(average > 18 ? [`${average.toFixed(1)} words on average`] : []),
  ];
}

describe('the prose of a document', () => {
  for (const path of documents)
    it(`follows the rules: ${path}`, () => {
      assert.deepEqual(problemsOf(readDocument(path)), []);
    });
});

describe('the check of prose sees', () => {
  const long = Array.from({ length: 31 }, () => 'word').join(' ');
  for (const [text, problem] of [
    ['The payer is told so.', 'the component, and what it does: The payer is told so.'],
    ['It goes in place of that.', 'instead of: It goes in place of that.'],
    [`A ${long}.`, `long: A ${long}.`],
    [`| a |\n| --- |\n| ${long} |`, `long cell: ${long}`],
  ] as const)
    it(`the problem in: ${text.slice(0, 40)}`, () => {
      assert.ok(problemsOf(text).includes(problem), problemsOf(text).join('\n'));
    });

  it('nothing in code, in an address, and in a comment', () => {
    assert.deepEqual(problemsOf('`anew` [b](anew.md) <!-- anew -->\n\n```sh\nanew\n```\n'), []);
  });
});
