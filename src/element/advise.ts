import type { ReactiveElement } from '@lit/reactive-element';
import { adviseDeveloper } from './browser/advise-developer.js';
import { findInheritedAttribute } from './i18n/language.js';
import type { Locale } from './i18n/locale-registry.js';

/** Warns in the console about attributes that have no effect, and about content that is lost. The element works nevertheless. */
export function advise(host: ReactiveElement, language: Pick<Locale, 'tag' | 'isLoading'>): void {
  for (const name of host.getAttributeNames()) {
    const advice = adviceOn(name, host);
    if (advice) adviseDeveloper(host, `\`${name}\` ${advice}`);
  }
  const lang = findInheritedAttribute(host, 'lang') ?? 'en';
  if (language.tag === 'en' && !language.isLoading && !/^en\b/i.test(lang)) {
    adviseDeveloper(host, `\`lang\` is “${lang}”, which has no messages: the form is in English.`);
  }
  const checkContent = () => adviseContent(host);
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', checkContent, { once: true });
  else checkContent();
}

/**
 * The rest of a page comes into a tag that is written `<pay-checkout … />`, to the last line break. Fallback content has no
 * such elements, and what stands behind it is not within the tag.
 */
function adviseContent(host: Element): void {
  const lost =
    host.querySelector('script,link,header,footer,main,nav,h1,pay-checkout,pay-result') ??
    (host.nextSibling || host.lastChild?.nodeType !== 3
      ? null
      : host.querySelector(':scope>:not([slot],noscript,template)'));
  if (lost && !lost.closest('[slot]'))
    adviseDeveloper(
      host,
      `holds <${lost.localName}>, which is not shown: HTML has no self-closed tags, so write </${host.localName}>.`,
    );
}

function adviceOn(name: string, host: ReactiveElement): string | undefined {
  const { observedAttributes, elementProperties } = host.constructor as typeof ReactiveElement;
  if (observedAttributes.includes(name)) {
    const isBoolean = name === 'disabled' || elementProperties.get(name)?.type === Boolean;
    return isBoolean && host.getAttribute(name) === 'false'
      ? 'is set, and “false” does not unset it: leave the attribute out.'
      : undefined;
  }
  const isMeant = (known: PropertyKey) => normalizeName(String(known)) === normalizeName(name);
  const attribute = observedAttributes.find(isMeant);
  if (attribute) return `sets nothing: write \`${attribute}\`.`;
  const property = [...elementProperties.keys()].find(isMeant);
  return property === undefined
    ? undefined
    : `sets nothing: a script must set the property \`${String(property)}\`.`;
}

/** Makes `client_secret`, `client-secret` and `clientSecret` (which HTML lower-cases) equal. */
const normalizeName = (name: string) => name.replaceAll(/[-_]/g, '').toLowerCase();
