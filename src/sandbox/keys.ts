/** The name of the namespace that is always there. */
export const firstNamespace = 'sandbox';

/** What follows `sk_test_` and `pk_test_`. Lower case alone, because it is part of a file's name too. */
export const namespaceName = /^[a-z0-9_-]{1,64}$/;

/** Where the pages of a namespace begin: nothing for the first one, `/namespaces/<name>` for another. */
export const pathOf = (name: string) => (name === firstNamespace ? '' : `/namespaces/${name}`);

export const secretKeyOf = (namespace: string) => `sk_test_${namespace}`;
export const publishableKeyOf = (namespace: string) => `pk_test_${namespace}`;

/** The keys of the first namespace. */
export const secretKey = secretKeyOf(firstNamespace);
export const publishableKey = publishableKeyOf(firstNamespace);

/**
 * The key in an `Authorization` header: by HTTP Basic, as the user name with an empty password. Some clients leave
 * out the colon between the two.
 */
export function keyIn(authorization: string | undefined): string | undefined {
  const encoded = /^basic +([a-z0-9+/]+=*)$/i.exec(authorization ?? '')?.[1];
  const decoded = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  return /^((?:sk|pk)_(?:test|live)_[^:\s]+):?$/.exec(decoded)?.[1];
}
