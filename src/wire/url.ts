/**
 * Whether a host name, as `URL` writes it, is this machine. Plain http is safe there, and only pages of this machine may
 * use a sandbox.
 */
export const isLoopback = (hostname: string): boolean =>
  /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/** Whether a key or a payer may be sent to an address: https, or plain http on this machine. */
export const isSecureUrl = ({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));

/** The address with parameters added. Its own query stays as it is written: a shop may have signed that text. */
export function appendQuery(address: string | URL, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  url.search += `${url.search && '&'}${String(new URLSearchParams(parameters))}`;
  return url.href;
}
