/**
 * The caller's address: the one that the outermost trusted proxy has seen. Earlier entries of the header can be forged.
 * Undefined without a trusted proxy.
 */
export function findCaller(
  address: string | undefined,
  forwarded: string | null | undefined,
  proxies: number,
): string | undefined {
  if (proxies === 0) return undefined;
  const hops = (forwarded ?? '').split(',').flatMap((hop) => hop.trim() || []);
  return [...hops, ...(address === undefined ? [] : [address])].at(-1 - proxies);
}
