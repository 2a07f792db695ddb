type Value = string | boolean | undefined | ((event: Event) => void);

/**
 * By attribute; `onclick` and the like by property, since a page may forbid attributes that are code, and so is
 * `checked`, whose attribute does not count any more after the first click.
 */
export type Attributes = Readonly<Record<string, Value>>;

/** An element as it is wanted. */
export interface Drawn {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly Child[];
}

/** What an element can hold. Undefined and an empty text are nothing. */
export type Child = Drawn | string | undefined | readonly Child[];

export const h = (name: string, attributes: Attributes = {}, ...children: readonly Child[]): Drawn => ({
  name,
  attributes,
  children,
});

const svg = 'http://www.w3.org/2000/svg';
const given = new WeakMap<Node, Attributes>();

/** Parts of these stand elsewhere with other words in them. Browsers count that as a shift of the page, unless they are new. */
const mayShift = /^(ul|label|button)$/;

/**
 * Gives an element the children that are wanted. A node stays, with the focus and what was typed into it, where one of
 * the same name is wanted in its place. Text is put in as text, so that nothing is ever read as markup.
 */
export function draw(parent: Element, children: Child): void {
  const wanted = flat(children);
  for (const [at, child] of wanted.entries()) {
    const there = parent.childNodes[at];
    const node = typeof child === 'string' ? textAt(there, child) : elementAt(there, child, parent);
    if (!there) parent.append(node);
    else if (node !== there) there.replaceWith(node);
  }
  while (parent.childNodes.length > wanted.length) parent.lastChild?.remove();
}

function flat(child: Child): readonly (Drawn | string)[] {
  if (child === undefined || child === '') return [];
  return isList(child) ? child.flatMap(flat) : [child];
}

const isList = (child: Child): child is readonly Child[] => Array.isArray(child);

function textAt(there: Node | undefined, text: string): Text {
  if (!(there instanceof Text)) return document.createTextNode(text);
  if (there.data !== text) there.data = text;
  return there;
}

function elementAt(there: Node | undefined, { name, attributes, children }: Drawn, parent: Element): Element {
  const element =
    there instanceof Element && there.localName === name && (given.has(there) || !mayShift.test(name))
      ? there
      : document.createElementNS(name === 'svg' ? svg : parent.namespaceURI, name);
  // What a page's HTML has declared counts as drawn before.
  const before = given.get(element) ?? declared(element);
  for (const key of Object.keys({ ...before, ...attributes })) {
    const value = attributes[key];
    // The payer may have clicked since it was drawn.
    if (value === before[key] && key !== 'checked') continue;
    if (key === 'checked' || key.startsWith('on')) Object.assign(element, { [key]: value });
    else if (value === undefined || value === false) element.removeAttribute(key);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  given.set(element, attributes);
  draw(element, children);
  return element;
}

const declared = ({ attributes }: Element): Attributes =>
  Object.fromEntries([...attributes].map(({ name, value }) => [name, value]));
