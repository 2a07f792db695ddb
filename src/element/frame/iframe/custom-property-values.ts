import type { CustomPropertyName } from '../custom-properties.js';

/** For each custom property, a CSS property that accepts the same values, for `CSS.supports`. */
const equivalents: Readonly<Record<`--pay-${CustomPropertyName}`, string>> = {
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

/** Longer than any color, length or list of fonts. */
const maxLength = 300;

/** Whether a value suits a custom property, loads nothing and refers to nothing. */
export function isSafeValue(name: string, value: string): boolean {
  const property = Object.hasOwn(equivalents, name)
    ? equivalents[name as keyof typeof equivalents]
    : undefined;
  return (
    property !== undefined &&
    value.length <= maxLength &&
    !/[;{}\\]|\b(url|image|image-set|src|var|env|attr)\s*\(/i.test(value) &&
    CSS.supports(property, value)
  );
}

export const prefixedNames: readonly string[] = Object.keys(equivalents);
