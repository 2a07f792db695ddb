import type { LocaleLoader } from '../i18n/locale-registry.js';
import type { LocaleFile } from '../i18n/messages.js';

/** Each locale is a chunk of its own in the merchant's bundle, loaded when a page needs the locale. */
const loaders: Readonly<Record<string, () => Promise<LocaleFile>>> = {
  de: () => import('../i18n/locales/de.js'),
  es: () => import('../i18n/locales/es.js'),
  fa: () => import('../i18n/locales/fa.js'),
  fr: () => import('../i18n/locales/fr.js'),
  hi: () => import('../i18n/locales/hi.js'),
  id: () => import('../i18n/locales/id.js'),
  tr: () => import('../i18n/locales/tr.js'),
  ur: () => import('../i18n/locales/ur.js'),
  'zh-Hans': () => import('../i18n/locales/zh-Hans.js'),
};

export const localeLoader: LocaleLoader = {
  loadable: Object.keys(loaders),
  load: async (code) => loaders[code]?.(),
};
