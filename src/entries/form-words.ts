import * as ar from '../words/languages/ar.js';
import * as en from '../words/languages/en.js';
import type { LanguageFile, Words } from '../words/messages.js';

/**
 * English and Arabic, as the form says them. What is fetched for other parts, the bank's dialog and the page's side of a
 * frame, brings its own words.
 */
export const formWords: readonly [LanguageFile<Words>, LanguageFile<Words>] = [
  { code: en.code, direction: en.direction, form: en.form },
  { code: ar.code, direction: ar.direction, form: ar.form },
];
