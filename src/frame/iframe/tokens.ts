import type { CustomPropertyName } from '../token-names.js';

/** What kind of CSS value each token is, by a property that takes the same. */
const kinds: Readonly<Record<`--pay-${CustomPropertyName}`, string>> = {
  '--pay-accent': 'color',
  '--pay-on-accent': 'color',
  '--pay-text': 'color',
  '--pay-muted': 'color',
  '--pay-surface': 'color',
  '--pay-border': 'color',
  '--pay-danger': 'color',
  '--pay-success': 'color',
  '--pay-radius': 'border-top-left-radius',
  '--pay-spacing': 'row-gap',
  '--pay-font': 'font-family',
  '--pay-font-size': 'font-size',
};

/** Longer than any colour, length or list of fonts. */
const maxLength = 300;

/** Whether a value may be given to a token: one of its own kind, which fetches nothing and refers to nothing. */
export function isToken(name: string, value: string): boolean {
  const kind = Object.hasOwn(kinds, name) ? kinds[name as keyof typeof kinds] : undefined;
  return (
    kind !== undefined &&
    value.length <= maxLength &&
    !/[;{}\\]|\b(url|image|image-set|src|var|env|attr)\s*\(/i.test(value) &&
    CSS.supports(kind, value)
  );
}

export const tokenNames: readonly string[] = Object.keys(kinds);
