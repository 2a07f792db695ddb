import { LocaleRegistry } from '../i18n/locale-registry.js';
import { localeLoader } from './bundled-locales.js';
import { formLocales } from './form-locales.js';

/** The languages of the ESM entries. They are one instance, so that a language added once is known to every element. */
export const sharedLocales = new LocaleRegistry(formLocales, localeLoader);
