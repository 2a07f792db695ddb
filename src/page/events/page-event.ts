/** What the events extend. Where a page cannot be, on a server or at an edge, they are there to be imported. */
export const PageEvent: typeof CustomEvent =
  typeof CustomEvent === 'undefined' ? (Object as unknown as typeof CustomEvent) : CustomEvent;
