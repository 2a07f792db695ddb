import type { FormView } from './template.js';

const ignore = () => undefined;

/** A form that nobody has typed into and that nobody listens to. */
export const emptyView = {
  canFetchIntent: false,
  hasStatusSource: false,
  paymentHistory: {},
  disabled: false,
  expiresAt: undefined,
  forDeveloper: undefined,
  fields: { errors: {}, checked: { network: undefined, networks: [] }, brandIsSettled: false },
  on: { submit: ignore, input: ignore, blur: ignore, keyDown: ignore, act: ignore },
} as const satisfies Partial<FormView>;
