/** The name of the world that is always there. */
export const firstWorld = 'sandbox';

/** What follows `sk_test_` and `pk_test_`. Lower case alone, because it is part of a file's name too. */
export const worldName = /^[a-z0-9_-]{1,64}$/;

/** Where the pages of a world begin: nothing for the first one, `/worlds/<name>` for another. */
export const pathOf = (name: string) => (name === firstWorld ? '' : `/worlds/${name}`);
