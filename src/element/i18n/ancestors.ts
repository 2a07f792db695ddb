/** The parent in the flat tree: a slot before the light DOM's parent, and the host above a shadow root. */
export const getFlatTreeParent = (node: Node): Node | null =>
  node instanceof ShadowRoot ? node.host : ((node as Element).assignedSlot ?? node.parentNode);

/** The value of the attribute on the nearest inclusive ancestor that has one. */
export function findInheritedAttribute(from: Node, attribute: 'lang' | 'dir'): string | undefined {
  for (let node: Node | null = from; node; node = getFlatTreeParent(node)) {
    const value = node instanceof Element ? node.getAttribute(attribute) : null;
    if (value) return value;
  }
  return undefined;
}
