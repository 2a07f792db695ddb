import { noChange, render, type RenderOptions } from 'lit/html.js';
import { version } from '../../version.js';

/** The form that the page's HTML holds in a shadow root, of whatever release, and whatever else is there in its place. */
export const findServerRendered = (root: ShadowRoot): Element | null =>
  root.querySelector('[data-of]') ?? root.firstElementChild;

/** Where an element renders its template, and whatever the page's HTML holds there before. */
export class FormRoot {
  readonly #root: HTMLElement | DocumentFragment;
  readonly #container: HTMLElement | DocumentFragment;
  readonly #options: RenderOptions;
  /** From the page's HTML, until the first render. */
  #serverRendered: Element | null;
  #hydrates: boolean;

  constructor(root: HTMLElement | DocumentFragment, host: object, serverRendered: Element | null) {
    this.#root = root;
    this.#options = { host };
    this.#serverRendered = serverRendered;
    this.#hydrates = isOfThisRelease(serverRendered);
    this.#container = this.#hydrates ? (serverRendered as HTMLElement) : root;
    if (!this.#hydrates) return;
    // Its styles and notices were for the time without a script.
    for (const node of [...this.#container.childNodes]) {
      if (!(node instanceof Element && node.matches('.root'))) node.remove();
    }
  }

  /** Draws a template. The first time it makes the form from the page's HTML its own, or carries over what was typed there. */
  render(template: unknown): void {
    // Lit would render nothing, but it would make its markers.
    if (template === noChange) return;
    const old = this.#serverRendered;
    this.#serverRendered = null;
    const form = this.#hydrates ? old?.querySelector('.root') : null;
    this.#hydrates = false;
    if (form) hydrate(template, this.#container, form, this.#options);
    else render(template, this.#container, this.#options);
    if (old && this.#container === this.#root) transferInput(old, this.#root);
  }
}

/** Whether this release drew a form, and whether all of it had arrived when the script came. */
const isOfThisRelease = (form: Element | null): boolean =>
  form?.getAttribute('data-of') === version && Boolean(form.lastElementChild?.matches('.late'));

/**
 * Renders a template into elements that are there. Lit asks a scope to copy the template, and then walks through the copy
 * to find what its bindings are about. This scope makes `element` like that copy and answers an empty comment before it,
 * so that Lit walks from there into the element, and inserts only the comment: the element and the inputs in it never
 * leave their place, and keep their text, focus, caret and composition.
 */
function hydrate(
  template: unknown,
  container: HTMLElement | DocumentFragment,
  element: Element,
  options: RenderOptions,
): void {
  let isTaken = false;
  options.creationScope = {
    importNode<T extends Node>(node: T, deep?: boolean): T {
      const copy = document.importNode(node, deep);
      const wanted = copy.firstChild;
      if (isTaken || !(wanted instanceof Element)) return copy;
      isTaken = true;
      align(element, wanted);
      const start = document.createComment('');
      element.before(start);
      return start as Node as T;
    },
  };
  render(template, container, options);
  delete options.creationScope;
  // Lit's first marker comes after the element, because Lit empties what is between its markers before it inserts.
  const marker = element.nextSibling;
  if (marker) element.before(marker);
}

/** Parts of these stand elsewhere with other words in them. Browsers count that as a shift of the page, unless they are new. */
const shifts = 'label, button';

/** Gives an element the attributes and the children of another. Elements of the same name stay, in their order. */
function align(element: Element, wanted: Element): void {
  for (const { name } of [...element.attributes]) {
    if (!wanted.hasAttribute(name)) element.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
  const have = [...element.children];
  for (const node of [...element.childNodes]) if (!(node instanceof Element)) node.remove();
  for (const child of [...wanted.childNodes]) {
    const at =
      child instanceof Element && !child.matches(shifts)
        ? have.findIndex(({ localName }) => localName === child.localName)
        : -1;
    const [kept, ...rest] = at < 0 ? [] : have.splice(0, at + 1).reverse();
    for (const old of rest) old.remove();
    if (kept) align(kept, child as Element);
    // What comes before the next element that stays.
    else element.insertBefore(child, have[0] ?? null);
  }
  for (const old of have) old.remove();
}

/** Carries what was typed, the focus and the caret into a form that was drawn anew. */
function transferInput(old: Element, root: HTMLElement | DocumentFragment): void {
  const { activeElement } = old.getRootNode() as ShadowRoot;
  // Not the property, which Firefox leaves empty for the security code.
  const kind = (input: Element) => input.getAttribute('autocomplete');
  const inputs = [...root.querySelectorAll('input')].filter((input) => !old.contains(input));
  for (const from of old.querySelectorAll('input')) {
    const input = inputs.find((it) => kind(it) === kind(from));
    if (!input) continue;
    input.value = from.value;
    if (from !== activeElement) continue;
    input.focus();
    input.setSelectionRange(from.selectionStart, from.selectionEnd);
  }
  old.remove();
}
