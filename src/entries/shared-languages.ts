import * as ar from '../words/languages/ar.js';
import * as en from '../words/languages/en.js';
import { Languages } from '../words/languages.js';
import type { Words } from '../words/messages.js';
import { source } from './bundled-languages.js';

/** The languages of the ESM entries. They are one instance, so that a language added once is known to every element. */
export const languages = new Languages<Words>([en, ar], source);
