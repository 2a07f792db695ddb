/** The tokens of the look, as `--pay-accent` without its prefix. The page sends their values into the frame, which checks them. */
export const tokens = [
  'accent',
  'on-accent',
  'text',
  'muted',
  'surface',
  'border',
  'danger',
  'success',
  'radius',
  'spacing',
  'font',
  'font-size',
] as const;

export type CustomPropertyName = (typeof tokens)[number];
