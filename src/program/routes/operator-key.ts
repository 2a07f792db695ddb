import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a request carries the key. The time that it takes says nothing about how much of the key was right. */
export function hasOperatorKey(authorization: string | undefined, operatorKey: string | undefined): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  // Digests have one length, so that unequal lengths take the same way.
  const isEqual = timingSafeEqual(digest(given), digest(operatorKey ?? ''));
  return isEqual && operatorKey !== undefined && given !== '';
}
