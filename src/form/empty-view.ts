import type { View } from './template.js';

const ignore = () => undefined;

/** A form that nobody has typed into and that nobody listens to. */
export const emptyView = {
  lazy: false,
  askable: false,
  earlier: {},
  disabled: false,
  expiresAt: undefined,
  forDeveloper: undefined,
  fields: { errors: {}, checked: { network: undefined, networks: [] }, brandIsSettled: false },
  on: { submit: ignore, input: ignore, blur: ignore, keyDown: ignore, act: ignore },
} as const satisfies Partial<View>;
