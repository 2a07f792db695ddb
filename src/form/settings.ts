/** An empty attribute is none: `Number('')` would make it 0. */
const number = {
  fromAttribute: (value: string | null) =>
    value === null || value.trim() === '' ? undefined : Number(value),
};

/** What a page sets, and its attributes: by property, as Lit reads them. */
export const settings = {
  publishableKey: { attribute: 'publishable-key' },
  clientSecret: { attribute: 'client-secret' },
  intentId: { attribute: 'intent-id' },
  baseUrl: { attribute: 'base-url' },
  intentUrl: { attribute: 'intent-url' },
  fetchIntent: { attribute: false },
  checkoutUrl: { attribute: 'checkout-url' },
  attemptUrl: { attribute: 'attempt-url' },
  reference: {},
  statusUrl: { attribute: 'status-url' },
  fetchStatus: { attribute: false },
  amount: { converter: number },
  currency: {},
  expiresAt: { attribute: 'expires-at' },
  networks: {},
  madaPrefixes: { attribute: false },
  manual: { type: Boolean },
  metadata: { attribute: false },
  splits: { attribute: false },
  invoiceId: { attribute: false },
  challenge: {},
  timeout: { converter: number },
} as const;

/** What a page sets to say what is to be paid, and how. */
export type Setting = keyof typeof settings;
export const settingNames = Object.keys(settings) as readonly Setting[];
