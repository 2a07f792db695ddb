import { expect } from 'chai';
import * as ar from '../../../src/element/i18n/locales/ar.js';
import * as en from '../../../src/element/i18n/locales/en.js';
import { LocaleRegistry, type LocaleLoader } from '../../../src/element/i18n/locale-registry.js';
import type { LocaleMessages } from '../../../src/element/i18n/messages.js';
import { localeLoader } from '../../../src/entries/locale-loader.js';

const nowhere: LocaleLoader = { loadable: [], load: () => Promise.reject(new Error()) };
const languagesFrom = (from: LocaleLoader) => new LocaleRegistry<LocaleMessages>([en, ar], from);

describe('the language that a page wants', () => {
  it('is one of eleven', () => {
    expect([...localeLoader.loadable].sort().join(' ')).to.equal('de es fa fr hi id tr ur zh-Hans');
  });

  for (const [wanted, tag, fetched] of [
    ['en', 'en'],
    ['en-GB', 'en-GB'],
    ['ar', 'ar'],
    ['AR-sa', 'ar-SA'],
    ['ar-u-nu-latn', 'ar-u-nu-latn'],
    ['ar-Latn', 'en'],
    ['fr', 'fr', 'fr'],
    ['fr-CA', 'fr-CA', 'fr'],
    ['FR-ca', 'fr-CA', 'fr'],
    ['fr_CA', 'fr-CA', 'fr'],
    [' fr ', 'fr', 'fr'],
    ['in', 'id', 'id'],
    ['id-ID', 'id-ID', 'id'],
    ['zh', 'zh', 'zh-Hans'],
    ['zh-CN', 'zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-SG', 'zh-Hans'],
    ['ZH-hans', 'zh-Hans', 'zh-Hans'],
    ['zh-Hans-HK', 'zh-Hans-HK', 'zh-Hans'],
    ['cmn-Hans', 'zh-Hans', 'zh-Hans'],
    ['zh-cmn-Hans-CN', 'zh-Hans-CN', 'zh-Hans'],
    ['zh_CN.UTF-8', 'zh-CN', 'zh-Hans'],
    ['zh-CHS', 'zh', 'zh-Hans'],
    ['zh-CHT', 'en'],
    ['zh-yue-HK', 'en'],
    ['zh_TW.Big5', 'en'],
    ['arz', 'ar-EG'],
    ['ARS', 'ar-SA'],
    ['ar-acm-IQ', 'ar-IQ'],
    ['acx-OM', 'ar-OM'],
    ['ayn-YE', 'ar-YE'],
    ['ar-SAU', 'ar'],
    ['ar-SA,ar;q=0.9,en;q=0.8', 'ar-SA'],
    ['fr (Suisse)', 'fr', 'fr'],
    ['ar_SA@calendar=islamic', 'ar-SA'],
    ['ara', 'ar'],
    ['pes', 'fa', 'fa'],
    ['deu-DEU', 'de', 'de'],
    ['de_DE@euro', 'de-DE', 'de'],
    ['en_US.UTF-8', 'en-US'],
    ['C.UTF-8', 'en'],
    ['POSIX', 'en'],
    ['und', 'en'],
    ['und-SA', 'en'],
    ['mul', 'en'],
    ['zh-TW', 'en'],
    ['zh-HK', 'en'],
    ['zh-Hant', 'en'],
    ['zh-Hant-CN', 'en'],
    ['fa-AF', 'fa-AF', 'fa'],
    ['ur-Latn', 'en'],
    ['hi-Latn', 'en'],
    ['de-AT', 'de-AT', 'de'],
    ['es-419', 'es-419', 'es'],
    ['tr-CY', 'tr-CY', 'tr'],
    ['sw', 'en'],
    ['fra-nçais', 'en'],
    ['x-klingon', 'en'],
    ['', 'en'],
    ['constructor', 'en'],
  ] as const) {
    it(`"${wanted}" is ${tag}${fetched ? `, from ${fetched}` : ''}`, async () => {
      const requested: string[] = [];
      const languages = languagesFrom({
        loadable: localeLoader.loadable,
        load: (code) => {
          requested.push(code);
          return localeLoader.load(code);
        },
      });
      const arrived = new Promise<void>((resolve) => languages.onAdded(resolve));
      languages.resolve(wanted);
      if (fetched) await arrived;
      expect(languages.resolve(wanted).tag).to.equal(tag);
      expect(requested).to.deep.equal(fetched ? [fetched] : []);
    });
  }

  it('is best said in the words of its own region, then in those of none', () => {
    const languages = languagesFrom(nowhere);
    const payNowIn = (tag: string) => languages.resolve(tag).allMessages.form.payNow;
    languages.add('pt-BR', { payNow: 'BR' });
    expect([payNowIn('pt'), payNowIn('pt-PT')]).to.deep.equal(['BR', 'BR']);
    languages.add('pt', { payNow: 'any' });
    expect([payNowIn('pt-PT'), payNowIn('pt-BR'), payNowIn('pt-AO')]).to.deep.equal(['any', 'BR', 'any']);
    languages.add('pt-PT', { payNow: 'PT' });
    expect([payNowIn('pt-PT'), payNowIn('pt-AO')]).to.deep.equal(['PT', 'any']);
  });

  it('is English in the words of its own region too, once a merchant has added them', () => {
    const languages = languagesFrom(nowhere);
    expect(languages.resolve('en').allMessages.form.payNow).to.equal('Pay');
    languages.add('en-US', { payNow: 'Pay, please' });
    expect(languages.resolve('en').allMessages.form.payNow).to.equal('Pay, please');
  });

  for (const [tag, direction] of [
    ['ps', 'rtl'],
    ['he', 'rtl'],
    ['dv', 'rtl'],
    ['uz-Arab', 'rtl'],
    ['uz', 'ltr'],
    ['pt', 'ltr'],
  ] as const) {
    it(`goes ${direction} in ${tag}, also when a merchant added it`, () => {
      const languages = languagesFrom(nowhere);
      languages.add(tag, {});
      expect(languages.resolve(tag).direction).to.equal(direction);
    });
  }
});

describe('the digits of amounts and times', () => {
  for (const [tag, locale] of [
    ['ar', 'ar-u-nu-latn'],
    ['ar-SA', 'ar-SA-u-nu-latn'],
    ['ar-EG', 'ar-EG-u-nu-latn'],
    ['ar-u-nu-arab', 'ar-u-nu-arab'],
    ['ar-SA-u-nu-latn', 'ar-SA-u-nu-latn'],
    ['en-GB', 'en-GB'],
  ] as const) {
    it(`of ${tag} are those of ${locale}`, () => {
      const spoken = languagesFrom(nowhere).resolve(tag);
      expect(spoken.formatTag).to.equal(locale);
      expect(spoken.tag).to.equal(tag);
    });
  }
});

describe('a bank’s page and a frame', () => {
  for (const tag of ['zh-TW', 'zh-HK', 'zh-MO', 'zh-Hant', 'zh-Hant-CN', 'zh-Hant-SG']) {
    it(`never speak Simplified Chinese to ${tag}`, async () => {
      const languages = languagesFrom(localeLoader);
      const arrived = new Promise<void>((resolve) => languages.onAdded(resolve));
      languages.resolve('zh');
      await arrived;
      expect(languages.resolve('zh').allMessages.bank?.cancel).to.equal('关闭');
      const { allMessages } = languages.resolve(tag);
      expect(allMessages.bank).to.deep.equal(en.bank);
      expect(allMessages.frame).to.deep.equal(en.frame);
      expect(allMessages.form.payNow).to.equal('Pay');
    });
  }
});
