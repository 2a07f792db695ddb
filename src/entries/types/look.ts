/** The custom properties of the look, by meaning. */
export type LookProperty =
  | '--pay-accent'
  | '--pay-on-accent'
  | '--pay-text'
  | '--pay-muted'
  | '--pay-surface'
  | '--pay-border'
  | '--pay-danger'
  | '--pay-success'
  | '--pay-radius'
  | '--pay-spacing'
  | '--pay-font'
  | '--pay-font-size';

/** For types of a style that know no custom properties. */
export type Look = { readonly [Name in LookProperty]?: string | number | undefined };
