/** The id of a notification, the same in every attempt: the number within the order, and the order's id in letters that a header takes. */
export const buildNotificationId = (orderId: string, number: number): string =>
  `msg_${number}_${Buffer.from(orderId).toString('base64url')}`;

export interface NotificationReference {
  readonly orderId: string;
  readonly number: number;
}

/** Undefined when it is no such id. */
export function parseNotificationId(id: string): NotificationReference | undefined {
  const [, number, text = ''] = /^msg_([1-9]\d{0,8})_([\w-]+)$/.exec(id) ?? [];
  if (number === undefined) return undefined;
  const orderId = Buffer.from(text, 'base64url').toString();
  // Reject other spellings of the same Base64, so that each id is unique.
  return buildNotificationId(orderId, Number(number)) === id
    ? { orderId, number: Number(number) }
    : undefined;
}
