import { noChange, render, type RenderOptions } from 'lit/html.js';
import { version } from '../../../version.js';

/** Finds the form that a server has rendered into the shadow root, of this or another release, or other content there. */
export const findServerRendered = (root: ShadowRoot): Element | null =>
  root.querySelector('[data-of]') ?? root.firstElementChild;

/** Renders an element's template into its shadow root, where the page's HTML may hold a server-rendered form. */
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
    this.#hydrates = canHydrate(serverRendered);
    this.#container = this.#hydrates ? (serverRendered as HTMLElement) : root;
    if (!this.#hydrates) return;
    // Remove the styles and notices of the server-rendered form: they are for pages whose script has not run.
    for (const node of [...this.#container.childNodes]) {
      if (!(node instanceof Element && (node.matches('.root') || node.querySelector('input')))) node.remove();
    }
  }

  /** Renders a template. The first render hydrates the server-rendered form, or transfers its input into a new form. */
  render(template: unknown): void {
    // Rendering `noChange` would already insert Lit's markers.
    if (template === noChange) return;
    const old = this.#serverRendered;
    this.#serverRendered = null;
    const form = this.#hydrates ? old?.querySelector(':scope > .root') : null;
    const typed = old ? readInputs(old) : [];
    const foreign = this.#hydrates && !form ? [...this.#container.childNodes] : [];
    this.#hydrates = false;
    if (form) hydrate(template, this.#container, form, this.#options);
    else render(template, this.#container, this.#options);
    transferInputs(typed, this.#container);
    for (const node of foreign) (node as ChildNode).remove();
    if (old && this.#container === this.#root) old.remove();
  }
}

/** Whether this release has written the form, and the whole form had been parsed when the script ran. */
const canHydrate = (form: Element | null): boolean =>
  form?.getAttribute('data-of') === version && Boolean(form.lastElementChild?.matches('.late'));

/**
 * Renders a template into existing elements. Lit asks `creationScope` to copy the template, and then walks through the copy
 * to find the nodes of its bindings. This scope aligns `element` with the copy and returns an empty comment in front of
 * `element`, so that Lit walks from the comment into `element` and inserts only the comment. The inputs are never moved,
 * and keep their text, focus, caret and composition.
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
  // Lit removes everything between its markers before inserting, so the first marker comes after the element until now.
  const marker = element.nextSibling;
  if (marker) element.before(marker);
}

/**
 * Replace these elements instead of aligning them: their parts move when the text changes, which counts as a layout shift
 * for elements that stay.
 */
const replaced = 'label, button';

/** Gives `element` the attributes and children of `wanted`. Children with the same tag name stay, in their order. */
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
      child instanceof Element && !child.matches(replaced)
        ? have.findIndex((old) => old.localName === child.localName && isSame(old, child))
        : -1;
    const [kept, ...rest] = at < 0 ? [] : have.splice(0, at + 1).reverse();
    for (const old of rest) old.remove();
    if (kept) align(kept, child as Element);
    // Before the next child that stays.
    else element.insertBefore(child, have[0] ?? null);
  }
  for (const old of have) old.remove();
}

/** An input of the server-rendered form, as it was before the render. */
interface ServerRenderedInput {
  readonly input: HTMLInputElement;
  readonly hasFocus: boolean;
}

/** What an input is for. Read from the attribute, because Firefox leaves the property empty for the security code. */
const getKind = (input: Element) => input.getAttribute('autocomplete');

/** Browser extensions switch `autocomplete` off or on, and a form of another release may have other ids. */
const isSame = (a: Element, b: Element) => getKind(a) === getKind(b) || (a.id !== '' && a.id === b.id);

function readInputs(form: Element): ServerRenderedInput[] {
  const { activeElement } = form.getRootNode() as ShadowRoot;
  return [...form.querySelectorAll('input')].map((input) => ({
    input,
    hasFocus: input === activeElement,
  }));
}

/**
 * Transfers the text, the focus and the caret of each input that has not kept its place: the form is of another release, or
 * a browser extension has put an element around the input.
 */
function transferInputs(
  typed: readonly ServerRenderedInput[],
  container: HTMLElement | DocumentFragment,
): void {
  const old = typed.map(({ input }) => input);
  const inputs = [...container.querySelectorAll('input')].filter((input) => !old.includes(input));
  for (const { input: from, hasFocus } of typed) {
    const input = inputs.find((candidate) => isSame(candidate, from));
    if (!input) continue;
    input.value = from.value;
    if (!hasFocus) continue;
    input.focus();
    input.setSelectionRange(from.selectionStart, from.selectionEnd);
  }
}
