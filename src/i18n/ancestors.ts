/** The element or root around a node, as a reader of the page would say it: out of shadow roots, into slots. */
export const getParent = (node: Node): Node | null =>
  node instanceof ShadowRoot ? node.host : ((node as Element).assignedSlot ?? node.parentNode);

/** The value of an attribute, of the nearest element that has one. */
export function findNearest(from: Node, attribute: 'lang' | 'dir'): string | undefined {
  for (let node: Node | null = from; node; node = getParent(node)) {
    const value = node instanceof Element ? node.getAttribute(attribute) : null;
    if (value) return value;
  }
  return undefined;
}
