import * as ar from '../element/i18n/locales/ar.js';
import * as en from '../element/i18n/locales/en.js';
import type { LocaleFile, LocaleMessages, PageMessages } from '../element/i18n/messages.js';

/**
 * The form's messages in English and Arabic. Parts that are loaded later, the challenge dialog and the page's side of a
 * frame, bring their own messages.
 */
export const formLocales: readonly [LocaleFile<LocaleMessages>, LocaleFile<LocaleMessages>] = [
  { code: en.code, direction: en.direction, form: en.form },
  { code: ar.code, direction: ar.direction, form: ar.form },
];

/** English and Arabic without the form's messages, which a page whose form is in a frame does not need. */
export const pageLocales: readonly [LocaleFile<PageMessages>, LocaleFile<PageMessages>] = [
  { code: en.code, direction: en.direction },
  { code: ar.code, direction: ar.direction },
];
