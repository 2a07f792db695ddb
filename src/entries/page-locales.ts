import * as ar from '../element/i18n/locales/ar.js';
import * as en from '../element/i18n/locales/en.js';
import type { LocaleFile, PageMessages } from '../element/i18n/messages.js';

/** English and Arabic without the form's messages, which a page whose form is in a frame does not need. */
export const pageLocales: readonly [LocaleFile<PageMessages>, LocaleFile<PageMessages>] = [
  { code: en.code, direction: en.direction },
  { code: ar.code, direction: ar.direction },
];
