import { createHmac } from 'node:crypto';

export interface OrderToSign {
  readonly sub: string;
  /** An integer in the smallest unit: 10000 halalas are 100.00 SAR. */
  readonly amount: number;
  readonly currency: string;
  readonly callback_url: string;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An order as a signed token, which nobody can change on its way through the payer's browser. It counts for an hour. */
export function signOrder(claims: OrderToSign, orderKey: string): string {
  const [kid = '', ...rest] = orderKey.split(':');
  const secret = rest.join(':');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const signed = `${encode({ alg: 'HS256', typ: 'JWT', kid })}.${encode({ ...claims, exp })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
