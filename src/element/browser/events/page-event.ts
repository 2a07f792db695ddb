/** The base of the events. On a server there is no `CustomEvent`; importing the events works there all the same. */
export const PageEvent = globalThis.CustomEvent ?? (Object as unknown as typeof CustomEvent);
