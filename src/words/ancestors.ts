/** The element or root around a node, as a reader of the page would say it: out of shadow roots, into slots. */
export const above = (node: Node): Node | null =>
  node instanceof ShadowRoot ? node.host : ((node as Element).assignedSlot ?? node.parentNode);

/** The value of an attribute, of the nearest element that has one. */
export function nearest(from: Node, attribute: 'lang' | 'dir'): string | undefined {
  for (let node: Node | null = from; node; node = above(node)) {
    const value = node instanceof Element ? node.getAttribute(attribute) : null;
    if (value) return value;
  }
  return undefined;
}
