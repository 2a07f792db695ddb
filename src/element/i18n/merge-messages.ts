import type { FormMessages, MessageFunction, MessageOverrides, PageMessages } from './messages.js';

/** The messages of the parts that are loaded on their own. */
const groups = ['bank', 'frame', 'saved', 'stcPay', 'wallets'] as const;

/**
 * Replaces messages by a merchant's own, in which those of the form are not in a group. Only known keys count, each with
 * its own type. A blank text, or a value of another type, leaves the message unchanged, because an empty label helps
 * nobody.
 */
export function mergeMessages<W extends PageMessages>(base: W, over: MessageOverrides | null | undefined): W {
  return {
    ...base,
    ...(base.form && {
      form: {
        ...(merge(base.form, over) as FormMessages),
        networks: mergeTexts(base.form.networks, over?.networks),
      },
    }),
    ...Object.fromEntries(groups.map((group) => [group, mergeTexts(base[group], over?.[group])])),
  };
}

/** Merges a group that holds only texts. Unknown keys stay: only the part that shows the group knows its keys. */
const mergeTexts = (
  base: object | undefined,
  over: object | null | undefined,
): Readonly<Record<string, string>> => ({
  ...base,
  ...Object.fromEntries(Object.entries(over ?? {}).filter(([, text]) => isText(text))),
});

type Tree = Readonly<Record<string, unknown>>;

function merge(base: unknown, over: unknown): unknown {
  if (typeof base === 'string') return isText(over) ? over : base;
  if (typeof base === 'function')
    return typeof over === 'function' ? guardFunction(base as MessageFunction, over) : base;
  if (typeof over !== 'object' || over === null) return base;
  return Object.fromEntries(
    Object.entries(base as Tree).map(([key, value]) => [
      key,
      Object.hasOwn(over, key) ? merge(value, (over as Tree)[key]) : value,
    ]),
  );
}

/** A merchant's function runs while the form renders, so an error in the function must not stop the rendering. */
const guardFunction = (base: MessageFunction, over: unknown) => (value: never) => {
  try {
    const text = (over as MessageFunction)(value);
    if (isText(text)) return text;
  } catch {
    // Fall back to the locale's message.
  }
  return base(value);
};

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/**
 * The messages of a part that is loaded on its own. The part brings English and Arabic; other locales, and the merchant's
 * own messages, come from the page.
 */
export const completeMessages = <T extends object>(
  own: { readonly en: T; readonly ar: T },
  tag: string,
  messages: Partial<T> | undefined,
): T => ({ ...(/^ar\b/.test(tag) ? own.ar : own.en), ...messages });
