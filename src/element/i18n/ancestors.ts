/** The parent in the flat tree: a slot before the light DOM's parent, and the host above a shadow root. */
export const getFlatTreeParent = (node: Node): Node | null =>
  (node as Partial<ShadowRoot>).host && node.nodeType === Node.DOCUMENT_FRAGMENT_NODE
    ? (node as ShadowRoot).host
    : ((node as Element).assignedSlot ?? node.parentNode);

/** Whether a node is an element, also of another document, which has classes of its own. */
export const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

/** The value of the attribute on the nearest inclusive ancestor that has one. */
export function findInheritedAttribute(from: Node, attribute: 'lang' | 'dir'): string | undefined {
  for (let node: Node | null = from; node; node = getFlatTreeParent(node)) {
    const value = isElement(node) ? node.getAttribute(attribute) : null;
    if (value) return value;
  }
  return undefined;
}
