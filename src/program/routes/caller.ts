import { isIPv4, isIPv6 } from 'node:net';

/**
 * The caller that the outermost trusted proxy has seen. Earlier entries of the header can be forged. Undefined without a
 * trusted proxy.
 */
export function findCaller(
  address: string | undefined,
  forwarded: string | null | undefined,
  proxies: number,
): string | undefined {
  if (proxies === 0) return undefined;
  const hops = (forwarded ?? '').split(',').flatMap((hop) => hop.trim() || []);
  const hop = [...hops, ...(address === undefined ? [] : [address])].at(-1 - proxies);
  return hop === undefined ? undefined : normalizeAddress(hop);
}

/**
 * One name for one caller: without the port and the brackets that some proxies write, IPv4 inside IPv6 as IPv4, and of
 * IPv6 the first 64 bits, because one line has all addresses below them.
 */
function normalizeAddress(hop: string): string {
  const [, inBrackets, withPort] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop) ?? [];
  const [address = ''] = (inBrackets ?? withPort ?? hop).split('%', 1);
  if (isIPv4(address) || !isIPv6(address)) return address;
  const groups = listGroups(address);
  const [, , , , , , high = 0, low = 0] = groups;
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight numbers of an IPv6 address, in whatever spelling it came. */
function listGroups(address: string): number[] {
  // The URL standard has one spelling of each address, with `::` for the longest run of zeros.
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  const [before, after] = [read(head), read(tail ?? '')];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
