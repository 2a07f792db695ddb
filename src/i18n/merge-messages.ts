import type { MessageOverrides, PageMessages } from './messages.js';

/**
 * Words with some of them replaced by a merchant's own, who writes those of the form without a group of their own.
 * Only known names are taken, each in its own form. A blank text or one of another type leaves the word as it was,
 * because a label that says nothing helps nobody.
 */
export function mergeMessages<W extends PageMessages>(base: W, over: MessageOverrides | null | undefined): W {
  return {
    ...base,
    ...(base.form && { form: merge(base.form, over) }),
    bank: texts(base.bank, over?.bank),
    frame: texts(base.frame, over?.frame),
    saved: texts(base.saved, over?.saved),
  };
}

/** Of a group without sentences. Who shows it knows its names. */
const texts = (
  base: object | undefined,
  over: object | null | undefined,
): Readonly<Record<string, string>> => ({
  ...base,
  ...Object.fromEntries(Object.entries(over ?? {}).filter(([, text]) => isText(text))),
});

type Tree = Readonly<Record<string, unknown>>;
type Sentence = (value: never) => unknown;

function merge(base: unknown, over: unknown): unknown {
  if (typeof base === 'string') return isText(over) ? over : base;
  if (typeof base === 'function') return typeof over === 'function' ? guarded(base as Sentence, over) : base;
  if (typeof over !== 'object' || over === null) return base;
  return Object.fromEntries(
    Object.entries(base as Tree).map(([key, value]) => [
      key,
      Object.hasOwn(over, key) ? merge(value, (over as Tree)[key]) : value,
    ]),
  );
}

/** A merchant's function runs while the form is drawn, so its failure must not stop that. */
const guarded = (base: Sentence, over: unknown) => (value: never) => {
  try {
    const text = (over as Sentence)(value);
    if (isText(text)) return text;
  } catch {
    // The language's own words then.
  }
  return base(value);
};

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
