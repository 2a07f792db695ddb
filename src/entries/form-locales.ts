import * as ar from '../element/i18n/locales/ar.js';
import * as en from '../element/i18n/locales/en.js';
import type { LocaleFile, LocaleMessages } from '../element/i18n/messages.js';

/**
 * The form's messages in English and Arabic. Parts that are loaded later, the challenge dialog and the page's side of a
 * frame, bring their own messages.
 */
export const formLocales: readonly [LocaleFile<LocaleMessages>, LocaleFile<LocaleMessages>] = [
  { code: en.code, direction: en.direction, form: en.form },
  { code: ar.code, direction: ar.direction, form: ar.form },
];
