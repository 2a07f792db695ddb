import { LocaleRegistry } from '../i18n/locale-registry.js';
import { source } from './bundled-languages.js';
import { formLocales } from './form-messages.js';

/** The languages of the ESM entries. They are one instance, so that a language added once is known to every element. */
export const languages = new LocaleRegistry(formLocales, source);
