/** What a page sets to say what is to be paid, and how, by the name of the property. */
export const settingNames = [
  'publishableKey',
  'clientSecret',
  'intentId',
  'baseUrl',
  'intentUrl',
  'fetchIntent',
  'checkoutUrl',
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
  'challengeHosts',
  'savedCards',
  'saveCard',
  'timeout',
] as const;

export type Setting = (typeof settingNames)[number];
