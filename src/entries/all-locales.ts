import * as ar from '../i18n/locales/ar.js';
import * as de from '../i18n/locales/de.js';
import * as en from '../i18n/locales/en.js';
import * as es from '../i18n/locales/es.js';
import * as fa from '../i18n/locales/fa.js';
import * as fr from '../i18n/locales/fr.js';
import * as hi from '../i18n/locales/hi.js';
import * as id from '../i18n/locales/id.js';
import * as tr from '../i18n/locales/tr.js';
import * as ur from '../i18n/locales/ur.js';
import * as zhHans from '../i18n/locales/zh-Hans.js';
import { LocaleRegistry } from '../i18n/locale-registry.js';
import type { LocaleMessages } from '../i18n/messages.js';

/** All locales at once, for a server, which must render without waiting. */
export const allLocales = new LocaleRegistry<LocaleMessages>(
  [en, ar, de, es, fa, fr, hi, id, tr, ur, zhHans],
  {
    loadable: [],
    load: async () => undefined,
  },
);
