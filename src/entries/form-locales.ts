import * as ar from '../i18n/locales/ar.js';
import * as en from '../i18n/locales/en.js';
import type { LocaleFile, LocaleMessages } from '../i18n/messages.js';

/**
 * English and Arabic, as the form says them. What is fetched for other parts, the bank's dialog and the page's side of a
 * frame, brings its own words.
 */
export const formLocales: readonly [LocaleFile<LocaleMessages>, LocaleFile<LocaleMessages>] = [
  { code: en.code, direction: en.direction, form: en.form },
  { code: ar.code, direction: ar.direction, form: ar.form },
];
