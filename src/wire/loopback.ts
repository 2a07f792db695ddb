/**
 * Whether a host name, as `URL` writes it, is this machine. Plain http is safe there, and only pages of this machine may
 * use a sandbox.
 */
export const isLoopback = (hostname: string): boolean =>
  /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
