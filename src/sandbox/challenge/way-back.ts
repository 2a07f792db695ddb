/** A payment or a token whose authentication is over. */
export interface Ended {
  readonly id: string;
  readonly status: string;
  readonly message: string | null;
  readonly callback_url: string | null;
}

/** The merchant's callback_url with `id`, `status` and `message` added to whatever query it had. */
export function wayBack({ id, status, message, callback_url: address }: Ended): string {
  const url = new URL(address as string);
  const added = new URLSearchParams({ id, status, message: message ?? '' }).toString();
  url.search = url.search ? `${url.search}&${added}` : added;
  return url.href;
}
