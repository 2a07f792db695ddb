/** Without a page there is nothing to extend, and importing does no harm. */
export const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement);

/** Gives a class an accessor for each name that it has none for. */
export function addAccessors<E extends object, Name extends string>(
  prototype: E,
  names: readonly Name[],
  get: (element: E, name: Name) => unknown,
  set: (element: E, name: Name, value: unknown) => void,
): void {
  for (const name of names) {
    if (name in prototype) continue;
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: E) {
        return get(this, name);
      },
      set(this: E, value: unknown) {
        set(this, name, value);
      },
    });
  }
}

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
