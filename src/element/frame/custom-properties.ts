/**
 * The custom properties of the look, each with a CSS property that accepts the same values. The page sends their values
 * into the frame, which checks them.
 */
const equivalents = {
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
} as const;

export type CustomPropertyName = keyof typeof equivalents;

export const customPropertyNames = Object.keys(equivalents) as readonly CustomPropertyName[];

/** Longer than any color, length or list of fonts. */
const maxLength = 300;

/** Whether a value suits a custom property, loads nothing and refers to nothing. */
export function isSafeValue(name: string, value: string): boolean {
  return (
    Object.hasOwn(equivalents, name) &&
    value.length <= maxLength &&
    !/[;{}\\]|\b(url|image|image-set|src|var|env|attr)\s*\(/i.test(value) &&
    CSS.supports(equivalents[name as CustomPropertyName], value)
  );
}
