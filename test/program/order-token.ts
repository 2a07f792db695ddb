import { createHmac } from 'node:crypto';

export const orderSecret = 'a secret of the shop of at least 32 bytes';
export const operatorKey = 'a-key-of-the-operator-that-is-long-enough';

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token as a shop makes one, without the library that the program checks it with. */
export function sign(
  claims: object,
  { secret = orderSecret, header = {} }: { readonly secret?: string; readonly header?: object } = {},
): string {
  const signed = `${base64url({ alg: 'HS256', kid: 'shop', ...header })}.${base64url(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

export const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

export const orderClaims = (more: object = {}) => ({
  ...{ sub: '7', amount: 10_000, currency: 'SAR', callback_url: 'https://shop.example/back' },
  exp: inAnHour(),
  ...more,
});
