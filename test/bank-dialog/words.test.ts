import { expect } from '@open-wc/testing';
import { wordsFor, type ChallengeWords } from '../../src/bank-dialog/words.js';

const languages = ['en', 'ar', 'fr', 'ur', 'tr', 'hi', 'id', 'fa', 'es', 'de', 'zh-Hans'];
const names = Object.keys(wordsFor('en')) as (keyof ChallengeWords)[];

describe('the words around the bank’s page', () => {
  for (const tag of languages) {
    it(`are complete in ${tag}, and each is said once`, () => {
      const words = wordsFor(tag);
      expect(Object.keys(words)).to.deep.equal(names);
      for (const name of names) expect(words[name], name).to.match(/^\S.*\S$/);
      expect(new Set(Object.values(words)).size).to.equal(names.length);
      if (tag !== 'en') {
        for (const name of names) expect(words[name], name).not.to.equal(wordsFor('en')[name]);
      }
    });
  }

  it('say in Arabic what they say in English', () => {
    expect(wordsFor('ar')).to.deep.equal({
      title: 'أكِّد الدفع لدى البنك',
      fullPage: 'المتابعة في صفحة كاملة',
      cancel: 'إلغاء',
      loading: 'جارٍ فتح صفحة البنك…',
      slow: 'يبدو أن صفحة البنك لا تُفتح هنا. تابع من فضلك في صفحة كاملة.',
      ask: 'هل تريد إيقاف التأكيد؟ قد تتمّ عملية الدفع رغم ذلك، وسنتحقّق منها.',
      keep: 'متابعة التأكيد',
      stop: 'إيقاف',
    });
  });

  for (const [tag, language] of [
    ['en-GB', 'en'],
    ['AR-sa', 'ar'],
    ['de-AT', 'de'],
    ['ar-u-nu-latn', 'ar'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-Hans-SG', 'zh-Hans'],
    ['zh-Hant', 'en'],
    ['zh-TW', 'en'],
    ['zh-Hant-HK', 'en'],
    ['sw', 'en'],
    ['', 'en'],
    ['constructor', 'en'],
  ] as const) {
    it(`are those of ${language} for “${tag}”`, () => {
      expect(wordsFor(tag)).to.deep.equal(wordsFor(language));
    });
  }

  it('are replaced by a page’s own, one by one', () => {
    expect(wordsFor('de', { title: 'Noch ein Schritt' })).to.deep.equal({
      ...wordsFor('de'),
      title: 'Noch ein Schritt',
    });
  });

  for (const blank of ['', '  ', undefined, null, 7, () => 'Title']) {
    it(`are kept where a page’s own are no words: ${String(blank)}`, () => {
      const over = { title: blank } as unknown as Partial<ChallengeWords>;
      expect(wordsFor('en', over)).to.deep.equal(wordsFor('en'));
    });
  }
});
