import { Languages, type Source } from '../words/languages.js';

/** Each language is a part of its own in the merchant's bundle, fetched when a page wants it. */
const parts = {
  de: () => import('../words/languages/de.js'),
  es: () => import('../words/languages/es.js'),
  fa: () => import('../words/languages/fa.js'),
  fr: () => import('../words/languages/fr.js'),
  hi: () => import('../words/languages/hi.js'),
  id: () => import('../words/languages/id.js'),
  tr: () => import('../words/languages/tr.js'),
  ur: () => import('../words/languages/ur.js'),
  'zh-Hans': () => import('../words/languages/zh-Hans.js'),
} as const;

export const source: Source = {
  loadable: Object.keys(parts),
  load: async (code) => (await parts[code as keyof typeof parts]()).messages,
};

/** The languages of the ESM entries. They are one instance, so that a language added once is known to every element. */
export const languages = new Languages(source);
