/** One for each language that is fetched when a page wants it. */
const loaders = {
  de: () => import('./languages/de.js'),
  es: () => import('./languages/es.js'),
  fa: () => import('./languages/fa.js'),
  fr: () => import('./languages/fr.js'),
  hi: () => import('./languages/hi.js'),
  id: () => import('./languages/id.js'),
  tr: () => import('./languages/tr.js'),
  ur: () => import('./languages/ur.js'),
  'zh-Hans': () => import('./languages/zh-Hans.js'),
} as const;

/** The languages that `load` can fetch, by tag. */
export const loadable: readonly string[] = Object.keys(loaders);

/** Fetches a language's messages: as a part of the page's own bundle. The script file has another way. */
export const load = async (code: string): Promise<unknown> =>
  (await loaders[code as keyof typeof loaders]()).messages;
