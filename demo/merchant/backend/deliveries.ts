/** A message of the service as the shop got it, but for the shared secret. */
export interface Received {
  readonly received_at: string;
  readonly message: Readonly<Record<string, unknown>>;
}

export type Deliveries = ReturnType<typeof keepDeliveries>;

/** Keeps the last messages that were verified, in memory, for the playground to show. */
export function keepDeliveries(capacity = 100) {
  const kept: { readonly paymentId: string; readonly callbackUrl: unknown; readonly received: Received }[] =
    [];
  return {
    /** The shared secret in it is not kept. */
    keep(body: Readonly<Record<string, unknown>>) {
      const { id, callback_url: callbackUrl } = Object(body['data']) as Record<string, unknown>;
      const message = { ...body, secret_token: '…' };
      const received = { received_at: new Date().toISOString(), message };
      kept.push({ paymentId: String(id), callbackUrl, received });
      if (kept.length > capacity) kept.shift();
    },
    /** Those about one payment of one page, in the order in which they came. */
    about: (id: string, isOwn: (callbackUrl: unknown) => boolean): readonly Received[] =>
      kept
        .filter(({ paymentId, callbackUrl }) => paymentId === id && isOwn(callbackUrl))
        .map(({ received }) => received),
  };
}
