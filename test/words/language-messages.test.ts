import { expect } from '@open-wc/testing';
import { ar } from '../../src/words/languages/ar.js';
import { en } from '../../src/words/languages/en.js';
import { source } from '../../src/entries/bundled-languages.js';
import type { Messages } from '../../src/words/messages.js';

type Sentence = (value: string | number) => string;
type Leaf = string | Sentence;

/** Every message by its path. */
function leaves(tree: object, path = ''): [string, Leaf][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? leaves(value, `${path}${key}.`)
      : [[path + key, value as Leaf] as [string, Leaf]],
  );
}

/** What each sentence with something in it is given. */
const given: Readonly<Record<string, readonly (string | number)[]>> = {
  cvcHint: [3, 4],
  cardIs: ['Visa', 'American Express'],
  pay: ['100.00', '\0'],
  closing: ['12:34'],
};

/** Digits of any script as the page's reader knows them. */
const latin = (text: string) =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));

const letters = (text: string) => text.replace(/\P{L}/gu, '').length;

const tables: Record<string, Messages> = { ar };
const codes = ['ar', ...source.loadable];
const english = new Map(leaves(en));

describe('the messages', () => {
  before(async () => {
    for (const code of source.loadable) tables[code] = (await source.load(code)) as Messages;
  });

  const table = (code: string): Messages => {
    const found = tables[code];
    if (!found) throw new Error(`There is no ${code}.`);
    return found;
  };
  const said = (messages: Messages) =>
    leaves(messages).flatMap(([path, leaf]) =>
      typeof leaf === 'string'
        ? [{ path, text: leaf }]
        : (given[path] ?? []).map((value) => ({ path, text: leaf(value) })),
    );

  for (const code of ['en', ...codes]) {
    describe(`in ${code}`, () => {
      const messages = () => (code === 'en' ? en : table(code));

      it('are all there, each of its kind', () => {
        const kinds = (of: Messages) => leaves(of).map(([path, leaf]) => `${path}: ${typeof leaf}`);
        expect(kinds(messages()).sort()).to.deep.equal(kinds(en).sort());
      });

      it('say something, without spaces around it and without three dots in place of an ellipsis', () => {
        for (const { path, text } of said(messages())) {
          expect(letters(text), path).to.be.greaterThan(0);
          expect(text.replaceAll('\0', '0').trim(), path).to.equal(text.replaceAll('\0', '0'));
          expect(text, path).not.to.match(/\.\.\.| {2}|\bundefined\b|['"]/);
        }
      });

      it('say what they are given, once', () => {
        const functions = leaves(messages()).filter(([, leaf]) => typeof leaf === 'function');
        expect(functions.map(([path]) => path).sort()).to.deep.equal(Object.keys(given).sort());
        for (const [path, leaf] of functions) {
          for (const value of given[path] ?? []) {
            const text = latin((leaf as Sentence)(value));
            expect(text.split(String(value)).length, `${path}: ${text}`).to.equal(2);
          }
        }
      });

      it('fit on one line in the two narrow columns', () => {
        const { expiry, cvc } = messages().problems;
        for (const text of [...Object.values(expiry), ...Object.values(cvc)]) {
          expect([...text].length, text).to.be.lessThanOrEqual(23);
        }
      });

      it('say of every decline that nothing was charged, and never where nobody knows', () => {
        const { declines, errors, ...all } = messages();
        const sentence = declines.declined.split(/(?<=[.。।۔]) ?/).at(-1) ?? '';
        expect(letters(sentence)).to.be.greaterThan(2);
        for (const text of Object.values(declines)) expect(text.endsWith(sentence), text).to.equal(true);
        const unsure = [all.lost, all.spent, all.checking, all.uncertain, all.startAnew, errors.expired];
        for (const text of [...unsure, all.paid, all.authorized]) {
          expect(text).not.to.contain(sentence.slice(0, -1));
        }
      });
    });
  }

  for (const code of codes) {
    it(`in ${code} are not English`, () => {
      for (const { path, text } of said(table(code))) {
        const original = english.get(path);
        if (typeof original !== 'string' || letters(original) < 12) continue;
        expect(text, path).not.to.equal(original);
      }
    });

    it(`in ${code} are in its script`, () => {
      const script = { ar: 'Arab', fa: 'Arab', ur: 'Arab', hi: 'Deva', 'zh-Hans': 'Hani' }[code] ?? 'Latn';
      const own = new RegExp(`\\p{Script=${script}}`, 'gu');
      for (const [path, leaf] of leaves(table(code))) {
        if (typeof leaf !== 'string' || path === 'expiryPlaceholder') continue;
        const foreign = leaf.replace(own, '').replace(/CVC/g, '').match(/\p{L}/gu) ?? [];
        expect(foreign, `${path}: ${leaf}`).to.deep.equal([]);
      }
    });
  }
});
