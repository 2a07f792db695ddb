/** The name of the namespace that is always there. */
export const firstNamespace = 'sandbox';

/** What follows `sk_test_` and `pk_test_`. Lower case alone, because it is part of a file's name too. */
export const namespaceName = /^[a-z0-9_-]{1,64}$/;

/** Where the pages of a namespace begin: nothing for the first one, `/namespaces/<name>` for another. */
export const pathOf = (name: string) => (name === firstNamespace ? '' : `/namespaces/${name}`);
