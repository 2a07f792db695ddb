/**
 * What the page that the payer comes back to says to the page that opened the bank's: they are two documents of one
 * merchant, which may run two versions of this package.
 */
interface ReturnedMessage {
  readonly type: 'pay-checkout:returned';
  readonly version: 1;
  readonly paymentId: string;
  /** The whole address that the payer came back to. */
  readonly url: string;
}

export const createReturnedMessage = (paymentId: string, url: string): ReturnedMessage => ({
  type: 'pay-checkout:returned',
  version: 1,
  paymentId,
  url,
});

/** Anybody can send a page a message: only exactly this form is one of ours. */
export function readReturnedMessage(data: unknown): ReturnedMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, version, paymentId, url } = data as Record<keyof ReturnedMessage, unknown>;
  return type === 'pay-checkout:returned' &&
    version === 1 &&
    typeof paymentId === 'string' &&
    typeof url === 'string' &&
    Object.keys(data).length === 4
    ? createReturnedMessage(paymentId, url)
    : undefined;
}
