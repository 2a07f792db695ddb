import type { Source } from '../words/languages.js';
import type { LanguageFile } from '../words/messages.js';

/** Each language is a part of its own in the merchant's bundle, fetched when a page wants it. */
const parts: Readonly<Record<string, () => Promise<LanguageFile>>> = {
  de: () => import('../words/languages/de.js'),
  es: () => import('../words/languages/es.js'),
  fa: () => import('../words/languages/fa.js'),
  fr: () => import('../words/languages/fr.js'),
  hi: () => import('../words/languages/hi.js'),
  id: () => import('../words/languages/id.js'),
  tr: () => import('../words/languages/tr.js'),
  ur: () => import('../words/languages/ur.js'),
  'zh-Hans': () => import('../words/languages/zh-Hans.js'),
};

export const source: Source = {
  loadable: Object.keys(parts),
  load: async (code) => parts[code]?.(),
};
