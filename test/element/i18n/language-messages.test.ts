import { expect } from 'chai';
import { before, describe, it } from 'node:test';
import * as en from '../../../src/element/i18n/locales/en.js';
import type { LocaleFile } from '../../../src/element/i18n/messages.js';
import { parseLocale } from '../../../src/element/i18n/language-tag.js';
import { claimsOf, type Claim } from './claims.js';
import { codes, given, leaves, loadAll, texts, type Sentence } from './tables.js';

/** Digits of any script as the page's reader knows them. */
const latin = (text: string) =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));

const letters = (text: string) => text.replace(/\P{L}/gu, '').length;

/** The texts that claim something about the payer's money. All others claim nothing. */
const claiming: Readonly<Record<string, Claim>> = {
  'form.notCharged': 'not charged',
  'form.lost': 'charged once',
  'form.lostAgain': 'charged once',
  'form.checking': 'do not pay again',
  'form.uncertain': 'do not pay again',
  'form.elsewhere': 'do not pay again',
  'form.spent': 'do not pay again',
  'form.held': 'do not pay again',
  'bank.ask': 'do not pay again',
};

describe('the words', () => {
  let files: ReadonlyMap<string, LocaleFile>;
  before(async () => {
    files = await loadAll();
  });
  const file = (code: string): LocaleFile => {
    const found = files.get(code);
    if (!found) throw new Error(`There is no ${code}.`);
    return found;
  };
  const all = ({ form, bank, frame, saved, stcPay, wallets }: LocaleFile) =>
    leaves({ form, bank, frame, saved, stcPay, wallets });

  for (const code of codes) {
    describe(`in ${code}`, () => {
      it('carry their code, and the direction of their script', () => {
        expect(file(code).code).to.equal(code);
        const script = parseLocale(code)?.maximize().script;
        expect(file(code).direction).to.equal(script === 'Arab' ? 'rtl' : 'ltr');
      });

      it('are all there, each of its kind', () => {
        // A language has only the names of networks that are not the label.
        const kinds = (of: LocaleFile) =>
          all({ ...of, form: { ...of.form, networks: undefined } }).map(
            ([path, leaf]) => `${path}: ${typeof leaf}`,
          );
        expect(kinds(file(code)).sort()).to.deep.equal(kinds(en).sort());
      });

      it('say something, without spaces around it and without three dots in place of an ellipsis', () => {
        for (const { path, text } of texts(file(code))) {
          expect(letters(text), path).to.be.greaterThan(0);
          expect(text.replaceAll('\0', '0').trim(), path).to.equal(text.replaceAll('\0', '0'));
          expect(text, path).not.to.match(/\.\.\.| {2}|\bundefined\b|['"]/);
        }
      });

      it('say what they are given, once', () => {
        const functions = all(file(code)).filter(([, leaf]) => typeof leaf === 'function');
        expect(functions.map(([path]) => path).sort()).to.deep.equal(Object.keys(given).sort());
        for (const [path, leaf] of functions) {
          for (const value of given[path] ?? []) {
            const text = latin((leaf as Sentence)(value));
            expect(text.split(String(value)).length, `${path}: ${text}`).to.equal(2);
          }
        }
      });

      it('fit on one line in the two narrow columns', () => {
        const { expiry, cvc } = file(code).form.problems;
        for (const text of [...Object.values(expiry), ...Object.values(cvc)]) {
          expect([...text].length, text).to.be.lessThanOrEqual(code === 'hi' ? 32 : 24);
        }
      });

      it('claim about the payer’s money what their place allows, and elsewhere nothing', () => {
        for (const { path, text } of texts(file(code))) {
          const claim = claiming[path];
          expect(claimsOf(code, text), `${path}: ${text}`).to.deep.equal(claim ? [claim] : []);
        }
      });

      it('are two short sentences at most, three where two would be untrue', () => {
        for (const { path, text } of texts(file(code))) {
          const sentences = text.split(/[.。।۔?？؟](?:\s|$)|[。।](?=.)/u).filter((part) => part.trim());
          expect(sentences.length, `${path}: ${text}`).to.be.lessThanOrEqual(
            path === 'form.uncertain' ? 3 : 2,
          );
        }
      });

      it('say each thing around the bank’s page once', () => {
        const words = Object.values(file(code).bank ?? {});
        expect(new Set(words).size).to.equal(words.length);
      });
    });
  }

  for (const code of codes.filter((each) => each !== 'en')) {
    it(`in ${code} are not English`, () => {
      const english = new Map(texts(en).map(({ path, text }) => [path, text]));
      for (const { path, text } of texts(file(code))) {
        if (path.startsWith('form.networks.') || letters(text) < 12) continue;
        expect(text, path).not.to.equal(english.get(path));
      }
    });

    it(`in ${code} are in its script`, () => {
      const script = { ar: 'Arab', fa: 'Arab', ur: 'Arab', hi: 'Deva', 'zh-Hans': 'Hani' }[code] ?? 'Latn';
      const own = new RegExp(`\\p{Script=${script}}`, 'gu');
      for (const [path, leaf] of all(file(code))) {
        if (
          typeof leaf !== 'string' ||
          path === 'form.expiryPlaceholder' ||
          path.startsWith('form.networks.')
        )
          continue;
        const foreign =
          leaf
            .replace(own, '')
            .replace(/[(（]CV[CV]2?[)）]|STC Pay/g, '')
            .match(/\p{L}/gu) ?? [];
        expect(foreign, `${path}: ${leaf}`).to.deep.equal([]);
      }
    });
  }

  it('name a network as the payer does: مدى in Arabic, 银联 in Chinese', () => {
    expect(file('ar').form.cardIs(file('ar').form.networks?.mada ?? '')).to.equal('بطاقة مدى');
    expect(file('zh-Hans').form.cardIs(file('zh-Hans').form.networks?.unionpay ?? '')).to.equal('银联卡');
    expect(file('zh-Hans').form.cardIs('Visa')).to.equal('Visa 卡');
  });

  it('have a narrow space before double punctuation in French', () => {
    for (const { path, text } of texts(file('fr'))) {
      if (path !== 'form.closing') expect(text, path).not.to.match(/[^\u202f][?!:;](?:\s|$)/);
    }
  });
});
