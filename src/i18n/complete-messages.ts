/**
 * The words of a part that is fetched on its own: it brings them in English and Arabic, and the page has those of other
 * languages and the merchant's own.
 */
export const completeMessages = <T extends object>(
  own: { readonly en: T; readonly ar: T },
  tag: string,
  words: Partial<T> | undefined,
): T => ({ ...(/^ar\b/.test(tag) ? own.ar : own.en), ...words });
