/** What a page sets to say what is to be paid, and how, by the name of the property. */
export const settingNames = [
  'publishableKey',
  'clientSecret',
  'intentId',
  'baseUrl',
  'intentUrl',
  'fetchIntent',
  'checkoutUrl',
  'attemptUrl',
  'reference',
  'statusUrl',
  'fetchStatus',
  'amount',
  'currency',
  'expiresAt',
  'networks',
  'madaPrefixes',
  'manual',
  'metadata',
  'splits',
  'invoiceId',
  'challenge',
  'savedCards',
  'saveCard',
  'timeout',
] as const;

export type Setting = (typeof settingNames)[number];
