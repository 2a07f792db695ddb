/** Whom a frame serves: written by who hosts it, into the page itself. */
export interface Allowed {
  /** Origins of pages that may have the form; the port may be `*`. */
  readonly parents: readonly string[];
  /** Origins of services that a card may be sent to. */
  readonly services: readonly string[];
}

/**
 * Parents stand in a `meta` of their own. The services are those of the page's policy: what the browser enforces, and
 * what the form goes by, is one list.
 */
export function readAllowed(document: Document): Allowed {
  const meta = (selector: string) => document.querySelector<HTMLMetaElement>(selector)?.content ?? '';
  const policy = meta('meta[http-equiv="content-security-policy" i]');
  const [, services = ''] = /(?:^|;)\s*connect-src\s+([^;]*)/i.exec(policy) ?? [];
  return { parents: words(meta('meta[name="pay-checkout-parents"]')), services: words(services) };
}

export const allows = (list: readonly string[], origin: string): boolean =>
  list.some((item) =>
    item.endsWith(':*') ? origin.replace(/:\d+$/, '') === item.slice(0, -':*'.length) : origin === item,
  );

const words = (text: string) => text.split(/\s+/).filter(Boolean);
