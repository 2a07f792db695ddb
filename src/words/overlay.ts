import type { MessageOverrides, Messages } from './messages.js';

/**
 * Messages with some of them replaced. Only what is known is taken, and only in its own form; what is blank or of
 * another type is left as it was, since a label that says nothing helps nobody.
 */
export function overlay(base: Messages, over: MessageOverrides | null | undefined): Messages {
  return merge(base, over) as Messages;
}

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

/** A merchant's function runs while the form is drawn, so it must not be able to stop that. */
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
