/** One for each language that is fetched when a page wants it. */
const loaders = {
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  fa: () => import('./fa.js'),
  fr: () => import('./fr.js'),
  hi: () => import('./hi.js'),
  id: () => import('./id.js'),
  tr: () => import('./tr.js'),
  ur: () => import('./ur.js'),
  'zh-Hans': () => import('./zh-Hans.js'),
} as const;

/** The languages that `load` can fetch, by tag. */
export const loadable: readonly string[] = Object.keys(loaders);

/** Fetches a language's messages: as a part of the page's own bundle. The script file has another way. */
export const load = async (code: string): Promise<unknown> =>
  (await loaders[code as keyof typeof loaders]()).messages;
