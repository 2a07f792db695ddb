import { localeLoader } from '../../../src/entries/locale-loader.js';
import * as ar from '../../../src/element/i18n/locales/ar.js';
import * as en from '../../../src/element/i18n/locales/en.js';
import type { LocaleFile } from '../../../src/element/i18n/messages.js';

export const codes = ['en', 'ar', ...localeLoader.loadable];

/** The file of each language. */
export async function loadAll(): Promise<ReadonlyMap<string, LocaleFile>> {
  const fetched = localeLoader.loadable.map(async (code): Promise<[string, LocaleFile]> => [
    code,
    (await localeLoader.load(code)) as LocaleFile,
  ]);
  return new Map<string, LocaleFile>([['en', en], ['ar', ar], ...(await Promise.all(fetched))]);
}

export type Sentence = (value: string | number) => string;
type Leaf = string | Sentence;

/** Every text by its path. */
export function leaves(tree: object, path = ''): [string, Leaf][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? leaves(value, `${path}${key}.`)
      : [[path + key, value as Leaf] as [string, Leaf]],
  );
}

/** What each sentence with something in it is given. */
export const given: Readonly<Record<string, readonly (string | number)[]>> = {
  'form.cvcHint': [3, 4],
  'form.cardIs': ['Visa', 'American Express'],
  'form.pay': ['100.00', '\0'],
  'form.cardEnding': ['1010'],
  'form.reference': ['85f2a1b4-…'],
  'form.closing': ['12:34'],
  'form.charged': ['90.00'],
};

/** Every text of a language as it is shown. */
export const texts = ({
  form,
  bank,
  frame,
  saved,
  stcPay,
  wallets,
}: LocaleFile): { path: string; text: string }[] =>
  leaves({ form, bank, frame, saved, stcPay, wallets }).flatMap(([path, leaf]) =>
    typeof leaf === 'string'
      ? [{ path, text: leaf }]
      : (given[path] ?? []).map((value) => ({ path, text: leaf(value) })),
  );
