/**
 * The messages of a part that is loaded on its own. The part brings English and Arabic; other locales, and the merchant's
 * own messages, come from the page.
 */
export const completeMessages = <T extends object>(
  own: { readonly en: T; readonly ar: T },
  tag: string,
  messages: Partial<T> | undefined,
): T => ({ ...(/^ar\b/.test(tag) ? own.ar : own.en), ...messages });
