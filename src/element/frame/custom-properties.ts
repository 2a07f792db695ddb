/** Custom properties without the prefix `--pay-`. The page sends their values into the frame, which validates them. */
export const customPropertyNames = [
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

export type CustomPropertyName = (typeof customPropertyNames)[number];
