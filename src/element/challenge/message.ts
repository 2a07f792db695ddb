/**
 * What the return page posts to the page that opened the bank's page: two documents of one merchant, which may run two
 * versions of this package.
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

/** Any window can send a message to a page: only a message of exactly this form is read. */
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
