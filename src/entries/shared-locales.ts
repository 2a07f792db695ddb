import { LocaleRegistry } from '../element/i18n/locale-registry.js';
import { localeLoader } from './locale-loader.js';
import { formLocales } from './locales.js';

/** The locales of the ESM entries: one instance, so that a language added once is available to every element. */
export const sharedLocales = new LocaleRegistry(formLocales, localeLoader);
