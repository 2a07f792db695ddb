/** The origins that a frame serves, written into `pay-frame.html` by its operator. */
export interface AllowList {
  /** Origins of pages that may embed the frame; the port may be `*`. */
  readonly parents: readonly string[];
  /** Origins of services that a card may be sent to. */
  readonly services: readonly string[];
}

/**
 * Reads the parents from a `meta` element and the services from the `connect-src` of the page's policy, so that the form
 * and the browser enforce one list.
 */
export function readAllowList(document: Document): AllowList {
  const meta = (selector: string) => document.querySelector<HTMLMetaElement>(selector)?.content ?? '';
  const policy = meta('meta[http-equiv="content-security-policy" i]');
  const [, services = ''] = /(?:^|;)\s*connect-src\s+([^;]*)/i.exec(policy) ?? [];
  return { parents: splitList(meta('meta[name="pay-checkout-parents"]')), services: splitList(services) };
}

export const isAllowed = (list: readonly string[], origin: string): boolean =>
  list.some((item) =>
    item.endsWith(':*') ? origin.replace(/:\d+$/, '') === item.slice(0, -':*'.length) : origin === item,
  );

const splitList = (text: string) => text.split(/\s+/).filter(Boolean);
