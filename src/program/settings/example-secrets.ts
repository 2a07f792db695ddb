import type { SettingsReader } from './settings-reader.js';

/** Secrets that this package shows in its documents and writes into shops for tests: everybody knows them. */
const published = [
  'make-your-own-with-openssl-rand-hex-32',
  'any-text-that-only-you-know',
  'whsec_bWFrZSB5b3VyIG93biB3aXRoIG9wZW5zc2wgcmFuZA==',
  'an-example-of-a-secret-with-32-letters',
  'a long text that only you know',
  'whsec_YW4gZXhhbXBsZSBvZiBhIHNlY3JldCBvZiAzMiBieXRlcw==',
];

/** Refuses them with live keys: a stranger who knows a secret can sign orders of any price, send webhooks, or refund. */
export function reportExampleSecrets(reader: SettingsReader): void {
  for (const name of ['PAY_WEBHOOK_SECRET', 'ORDER_KEYS', 'WEBHOOK_SIGNING_SECRET', 'OPERATOR_KEY']) {
    const value = reader.text(name) ?? '';
    if (published.some((secret) => value.includes(secret)))
      reader.report(
        `${name} is an example that everybody can read: with live keys, make your own with \`openssl rand -hex 32\` (for WEBHOOK_SIGNING_SECRET \`echo whsec_$(openssl rand -base64 32)\`).`,
      );
  }
}
