import * as ar from '../words/languages/ar.js';
import * as en from '../words/languages/en.js';
import type { LanguageFile, PageWords } from '../words/messages.js';

/** English and Arabic without the words of the form, which a page does not need whose form is in a frame. */
export const pageWords: readonly [LanguageFile<PageWords>, LanguageFile<PageWords>] = [
  { code: en.code, direction: en.direction },
  { code: ar.code, direction: ar.direction },
];
