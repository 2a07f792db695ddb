/**
 * Who asks, by the address of the connection. Behind proxies of the operator's own, it is the address that the outermost of
 * them has seen: what stands before that in the header is anybody's word. Undefined when nobody can be told apart.
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
