import * as ar from '../i18n/locales/ar.js';
import * as en from '../i18n/locales/en.js';
import type { LocaleFile, PageMessages } from '../i18n/messages.js';

/** English and Arabic without the words of the form, which a page does not need whose form is in a frame. */
export const pageLocales: readonly [LocaleFile<PageMessages>, LocaleFile<PageMessages>] = [
  { code: en.code, direction: en.direction },
  { code: ar.code, direction: ar.direction },
];
