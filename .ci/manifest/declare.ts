import { defaultsOf } from './defaults.js';
import type { Declaration, Field, Member } from './schema.js';

/** What the analyzer finds in a class: lists that would be empty may be missing. */
export type Found = Partial<Declaration> & Pick<Declaration, 'name' | 'superclass'>;

/** What only the class itself knows. */
export interface Known {
  /** By property, the attribute that sets it; undefined for a property without one. */
  readonly attributes: ReadonlyMap<string, string | undefined>;
  readonly styles: string;
}

/** Completes what was found in a source by what the class itself says. */
export function declare(found: Found, { attributes, styles }: Known, tag: string): Declaration {
  const { description = '', name, superclass, slots = [], cssParts = [], cssStates = [] } = found;
  const observed = [...attributes.values()];
  const members = membersOf(found, attributes);
  const presets = defaultsOf(styles);
  return {
    kind: 'class',
    description,
    name,
    tagName: tag,
    customElement: true,
    attributes: [
      ...members.flatMap(asAttribute),
      ...(found.attributes ?? []).filter((attribute) => !observed.includes(attribute.name)),
    ],
    members,
    // What is dispatched without being documented is found too, under names that the analyzer guesses.
    events: (found.events ?? []).filter((event) => event.description),
    slots,
    cssParts,
    cssProperties: (found.cssProperties ?? []).map((token) => {
      const preset = presets.get(token.name);
      if (preset === undefined) throw new Error(`No style reads ${token.name}.`);
      return { ...token, default: preset };
    }),
    cssStates,
    superclass,
  };
}

/** Lit's own, and what browsers and tests ask for: nothing that a page calls or sets. */
const internal =
  /Callback$|^(?:properties|observedAttributes|styles|formAssociated|render|updated|updateComplete)$/;

const isPublic = ({ name, privacy }: Member) =>
  !name.startsWith('#') && privacy !== 'private' && privacy !== 'protected' && !internal.test(name);

function membersOf(found: Found, attributes: ReadonlyMap<string, string | undefined>): Member[] {
  const members = (found.members ?? []).filter(isPublic).map((member): Member => {
    if (member.kind !== 'field') return member;
    const attribute = attributes.get(member.name);
    const type = { text: spelledOut(member.type.text, found) };
    return { ...member, type, ...(attribute === undefined ? {} : { attribute }) };
  });
  const unknown = [...attributes.keys()].filter((key) => !members.some(({ name }) => name === key));
  if (unknown.length > 0) throw new Error(`Not declared in the class: ${unknown.join(', ')}`);
  return members;
}

/** The one type that is of use only in words: that of the states. */
const spelledOut = (type: string, { cssStates = [] }: Found) =>
  type === "CheckoutState['phase']" ? cssStates.map(({ name }) => `'${name}'`).join(' | ') : type;

function asAttribute(member: Member): Declaration['attributes'] {
  if (!isField(member) || member.attribute === undefined) return [];
  const { attribute, name: fieldName, description, type, default: preset } = member;
  return [
    {
      name: attribute,
      fieldName,
      type: { text: type.text.replace(/ \| undefined$/, '') },
      ...(preset === undefined ? {} : { default: preset }),
      ...(description === undefined ? {} : { description }),
    },
  ];
}

const isField = (member: Member): member is Field => member.kind === 'field';
