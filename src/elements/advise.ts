import type { ReactiveElement } from '@lit/reactive-element';
import { adviseDeveloper } from '../browser/advise-developer.js';
import { findInheritedAttribute } from '../i18n/ancestors.js';
import type { Locale } from '../i18n/locale-registry.js';

/** Warns the developer of what an element's tag says and does not mean. Nothing of it keeps the element from working. */
export function advise(host: ReactiveElement, language: Pick<Locale, 'tag' | 'isLoading'>): void {
  for (const name of host.getAttributeNames()) {
    const advice = adviceOn(name, host);
    if (advice) adviseDeveloper(host, `\`${name}\` ${advice}`);
  }
  const lang = findInheritedAttribute(host, 'lang') ?? 'en';
  if (language.tag === 'en' && !language.isLoading && !/^en\b/i.test(lang)) {
    adviseDeveloper(host, `\`lang\` is “${lang}”, which it does not speak: the payer reads English.`);
  }
}

function adviceOn(name: string, host: ReactiveElement): string | undefined {
  const { observedAttributes, elementProperties } = host.constructor as typeof ReactiveElement;
  if (observedAttributes.includes(name)) {
    const isBoolean = name === 'disabled' || elementProperties.get(name)?.type === Boolean;
    return isBoolean && host.getAttribute(name) === 'false'
      ? 'is set, and “false” does not unset it: leave the attribute out.'
      : undefined;
  }
  const isMeant = (known: PropertyKey) => withoutStyle(String(known)) === withoutStyle(name);
  const attribute = observedAttributes.find(isMeant);
  if (attribute) return `sets nothing: write \`${attribute}\`.`;
  const property = [...elementProperties.keys()].find(isMeant);
  return property === undefined
    ? undefined
    : `sets nothing: a script must set the property \`${String(property)}\`.`;
}

/** A name as all manners of writing have it: `client_secret`, and `clientSecret`, of which HTML makes small letters. */
const withoutStyle = (name: string) => name.replaceAll(/[-_]/g, '').toLowerCase();
