import type { FormView } from './template.js';

const ignore = () => undefined;

/** A form without input and without listeners. */
export const emptyView = {
  canFetchIntent: false,
  hasStatusSource: false,
  paymentHistory: {},
  disabled: false,
  expiresAt: undefined,
  developerMessage: undefined,
  fields: {
    errors: {},
    validity: { network: undefined, networks: [] },
    isNetworkSettled: false,
    isAnnouncingErrors: true,
  },
  on: { submit: ignore, input: ignore, blur: ignore, key: ignore, action: ignore },
} as const satisfies Partial<FormView>;
