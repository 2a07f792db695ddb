/**
 * The order's id in the address of a request to `checkout.fetch`: the part of the path before the last one, decoded. With
 * `prefix`, the whole path between the prefix and the last part, so that an id may hold slashes: `orderIdOf(request,
 * '/checkout/')`. A slash at the end of the address is ignored. Undefined if the address names no order.
 */
export function orderIdOf(request: Pick<Request, 'url'>, prefix?: string): string | undefined {
  const { pathname } = new URL(request.url);
  const parts = pathname.replace(/\/+$/, '');
  const path = parts.slice(0, Math.max(parts.lastIndexOf('/'), 0));
  const start = prefix === undefined ? path.lastIndexOf('/') + 1 : readPrefix(path, prefix);
  const id = start === undefined ? '' : path.slice(start);
  try {
    return decodeURIComponent(id) || undefined;
  } catch {
    return undefined;
  }
}

function readPrefix(path: string, prefix: string): number | undefined {
  const whole = `/${prefix.replace(/^\/+|\/+$/g, '')}/`.replace('//', '/');
  return path.startsWith(whole) ? whole.length : undefined;
}
