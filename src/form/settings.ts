/**
 * How the attribute of a setting is read: as it is, as a number, or by being there. A setting of the kind `object` has
 * no attribute: code sets it.
 */
export type Kind = 'text' | 'number' | 'flag' | 'object';

/** What a page sets to say what is to be paid, and how. */
export const settings = {
  publishableKey: 'text',
  clientSecret: 'text',
  intentId: 'text',
  baseUrl: 'text',
  intentUrl: 'text',
  fetchIntent: 'object',
  checkoutUrl: 'text',
  attemptUrl: 'text',
  reference: 'text',
  statusUrl: 'text',
  fetchStatus: 'object',
  amount: 'number',
  currency: 'text',
  expiresAt: 'text',
  networks: 'text',
  madaPrefixes: 'object',
  manual: 'flag',
  metadata: 'object',
  splits: 'object',
  invoiceId: 'object',
  challenge: 'text',
  savedCards: 'object',
  saveCard: 'text',
  timeout: 'number',
} as const satisfies Readonly<Record<string, Kind>>;

export type Setting = keyof typeof settings;
export const settingNames = Object.keys(settings) as readonly Setting[];
