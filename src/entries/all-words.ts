import * as ar from '../words/languages/ar.js';
import * as de from '../words/languages/de.js';
import * as en from '../words/languages/en.js';
import * as es from '../words/languages/es.js';
import * as fa from '../words/languages/fa.js';
import * as fr from '../words/languages/fr.js';
import * as hi from '../words/languages/hi.js';
import * as id from '../words/languages/id.js';
import * as tr from '../words/languages/tr.js';
import * as ur from '../words/languages/ur.js';
import * as zhHans from '../words/languages/zh-Hans.js';
import { Languages } from '../words/languages.js';
import type { Words } from '../words/messages.js';

/** All languages at once, for a server: it answers without waiting. */
export const allLanguages = new Languages<Words>([en, ar, de, es, fa, fr, hi, id, tr, ur, zhHans], {
  loadable: [],
  load: async () => undefined,
});
