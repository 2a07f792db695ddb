/** What the return URL says of a payment. Anybody can write a URL: show it, and never believe it. */
export interface Return {
  readonly paymentId: string;
  /** The service's word, for display only. */
  readonly status?: string;
  /** For display only, as text. */
  readonly message?: string;
}

/** Reads the URL that the payer came back to; undefined for a URL that is no return URL of a payment. */
export function readReturn(url: string | URL): Return | undefined {
  let query: URLSearchParams;
  try {
    query = new URL(url, 'https://localhost').searchParams;
  } catch {
    return undefined;
  }
  // The three are added behind whatever the page's own query has under these names.
  const last = (name: string) => query.getAll(name).at(-1)?.trim();
  const [paymentId, status, message] = [last('id'), last('status'), last('message')];
  if (!paymentId) return undefined;
  return { paymentId, ...(status ? { status } : {}), ...(message ? { message } : {}) };
}

/**
 * Whether the page at `current` is that of the return URL `url`. The service may have sent the payer there with another
 * message, or with more in the query.
 */
export function isAtReturnUrl(current: string, url: string): boolean {
  const [at, wanted] = [new URL(current), new URL(url)];
  const isThere = ([name, value]: [string, string]) =>
    name === 'message' || at.searchParams.getAll(name).includes(value);
  return (
    at.origin + at.pathname + at.hash === wanted.origin + wanted.pathname + wanted.hash &&
    readReturn(at)?.paymentId === readReturn(wanted)?.paymentId &&
    [...wanted.searchParams].every(isThere)
  );
}
