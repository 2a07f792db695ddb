import * as ar from '../element/i18n/locales/ar.js';
import * as de from '../element/i18n/locales/de.js';
import * as en from '../element/i18n/locales/en.js';
import * as es from '../element/i18n/locales/es.js';
import * as fa from '../element/i18n/locales/fa.js';
import * as fr from '../element/i18n/locales/fr.js';
import * as hi from '../element/i18n/locales/hi.js';
import * as id from '../element/i18n/locales/id.js';
import * as tr from '../element/i18n/locales/tr.js';
import * as ur from '../element/i18n/locales/ur.js';
import * as zhHans from '../element/i18n/locales/zh-Hans.js';
import { LocaleRegistry } from '../element/i18n/locale-registry.js';
import type { LocaleMessages } from '../element/i18n/messages.js';

/** All locales at once, for a server, which must render without waiting. */
export const allLocales = new LocaleRegistry<LocaleMessages>(
  [en, ar, de, es, fa, fr, hi, id, tr, ur, zhHans],
  {
    loadable: [],
    load: async () => undefined,
  },
);
