import type { LocaleLoader } from '../element/i18n/locale-registry.js';
import type { LocaleFile } from '../element/i18n/messages.js';

/** Each locale is a separate chunk in the merchant's bundle, loaded when a page needs the locale. */
const loaders: Readonly<Record<string, () => Promise<LocaleFile>>> = {
  de: () => import('../element/i18n/locales/de.js'),
  es: () => import('../element/i18n/locales/es.js'),
  fa: () => import('../element/i18n/locales/fa.js'),
  fr: () => import('../element/i18n/locales/fr.js'),
  hi: () => import('../element/i18n/locales/hi.js'),
  id: () => import('../element/i18n/locales/id.js'),
  tr: () => import('../element/i18n/locales/tr.js'),
  ur: () => import('../element/i18n/locales/ur.js'),
  'zh-Hans': () => import('../element/i18n/locales/zh-Hans.js'),
};

export const localeLoader: LocaleLoader = {
  loadable: Object.keys(loaders),
  load: async (code) => loaders[code]?.(),
};
