/** The element's properties that an attribute sets, and how its text is read. A test holds them against the element. */
export const attributes = {
  'publishable-key': 'publishableKey',
  'client-secret': 'clientSecret',
  'intent-id': 'intentId',
  'base-url': 'baseUrl',
  'intent-url': 'intentUrl',
  'checkout-url': 'checkoutUrl',
  reference: 'reference',
  'status-url': 'statusUrl',
  amount: 'amount',
  currency: 'currency',
  'expires-at': 'expiresAt',
  networks: 'networks',
  manual: 'manual',
  challenge: 'challenge',
  'challenge-hosts': 'challengeHosts',
  'save-card': 'saveCard',
  timeout: 'timeout',
} as const;

/** Properties without an attribute. */
export const plainProperties = [
  'fetchIntent',
  'fetchStatus',
  'madaPrefixes',
  'metadata',
  'splits',
  'invoiceId',
  'savedCards',
  'messages',
] as const;

export type AttributeName = keyof typeof attributes;

/** As the element reads an attribute. */
export function readAttribute(name: AttributeName, text: string | null): unknown {
  if (name === 'manual') return text !== null;
  if (name !== 'amount' && name !== 'timeout') return text ?? undefined;
  const digits = text?.trim();
  if (!digits) return undefined;
  return /^\d+$/.test(digits) ? Number(digits) : NaN;
}

/** The sources of an intent, of which exactly one is set. */
export const intentSources = ['clientSecret', 'intentUrl', 'checkoutUrl', 'fetchIntent'] as const;
