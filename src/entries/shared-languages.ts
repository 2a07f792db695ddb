import { Languages } from '../words/languages.js';
import { source } from './bundled-languages.js';
import { formWords } from './form-words.js';

/** The languages of the ESM entries. They are one instance, so that a language added once is known to every element. */
export const languages = new Languages(formWords, source);
