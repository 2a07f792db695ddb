/** A custom property of `<pay-checkout>`, and what it is edited with. */
export type Token = { readonly name: string; readonly label: string } & (
  | { readonly kind: 'color'; readonly light: string; readonly dark: string }
  | {
      readonly kind: 'length';
      readonly unit: 'px' | 'rem';
      readonly from: number;
      readonly to: number;
      readonly step: number;
      readonly preset: number;
    }
  | { readonly kind: 'font' }
);

const color = (name: string, label: string, light: string, dark: string): Token => ({
  name: `--pay-${name}`,
  label,
  kind: 'color',
  light,
  dark,
});

/** All of them, in the order of the reference. The colours are what the form has by itself, light and dark. */
export const tokens: readonly Token[] = [
  color('accent', 'Button and focus ring', '#0b57d0', '#8ab4f8'),
  color('on-accent', 'Text on the button', '#ffffff', '#0b1b33'),
  color('text', 'Text', '#1b1c1f', '#e8eaed'),
  color('muted', 'Hints and placeholders', '#5b6068', '#a9afb8'),
  color('surface', 'Inputs and notices', '#ffffff', '#1d1f23'),
  color('border', 'Borders', '#868c95', '#7d848e'),
  color('danger', 'Errors', '#b3261e', '#ff8a80'),
  color('success', 'Payment made', '#146c2e', '#7ddb94'),
  { name: '--pay-radius', label: 'Corners', kind: 'length', unit: 'px', from: 0, to: 26, step: 1, preset: 8 },
  {
    name: '--pay-spacing',
    label: 'Distance',
    kind: 'length',
    unit: 'px',
    from: 8,
    to: 32,
    step: 1,
    preset: 16,
  },
  {
    name: '--pay-font-size',
    label: 'Font size',
    kind: 'length',
    unit: 'rem',
    from: 0.875,
    to: 1.375,
    step: 0.0625,
    preset: 1,
  },
  { name: '--pay-font', label: 'Font', kind: 'font' },
];

/** Whether a value is one that CSS knows for this. Nothing else gets into a style sheet. */
export function isSound({ kind }: Token, value: string): boolean {
  const property = { color: 'color', length: 'width', font: 'font-family' }[kind];
  return CSS.supports(property, value) && !/[;{}]/.test(value);
}
