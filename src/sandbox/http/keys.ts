import { firstWorld } from '../world-name.js';

export const secretKeyOf = (world: string) => `sk_test_${world}`;
export const publishableKeyOf = (world: string) => `pk_test_${world}`;

/** The keys of the first world. */
export const secretKey = secretKeyOf(firstWorld);
export const publishableKey = publishableKeyOf(firstWorld);

/**
 * The key in an `Authorization` header: by HTTP Basic, as the user name with an empty password. Some clients leave
 * out the colon between the two.
 */
export function keyIn(authorization: string | undefined): string | undefined {
  const encoded = /^basic +([a-z0-9+/]+=*)$/i.exec(authorization ?? '')?.[1];
  const decoded = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  return /^((?:sk|pk)_(?:test|live)_[^:\s]+):?$/.exec(decoded)?.[1];
}
