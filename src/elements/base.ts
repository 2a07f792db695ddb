/** Without a page there is nothing to extend, and importing does no harm. */
export const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement);

/** Sets anew what was set before the class was known: as the element's own it would hide the accessor. */
export function takeOwn(element: HTMLElement, names: readonly string[]): void {
  const own = element as unknown as Record<string, unknown>;
  for (const name of names) {
    if (!Object.hasOwn(own, name)) continue;
    const value = own[name];
    Reflect.deleteProperty(own, name);
    own[name] = value;
  }
}
