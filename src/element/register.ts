interface Registered extends CustomElementConstructor {
  readonly version: string;
}

/** Chromium below 111, Firefox below 113, Safari below 16.2. A test's page without style sheets can be asked nothing. */
const lacksColorMix = (): boolean =>
  globalThis.CSS?.supports?.('color', 'color-mix(in srgb, red, red)') === false;

/**
 * Registers an element, under its own name or another. Registering the same version again does nothing; any other conflict
 * is reported in the console.
 */
export function register(
  element: Registered,
  own: string,
  tag: string,
  registry: CustomElementRegistry,
): void {
  const first = registry.get(tag) as Partial<Registered> | undefined;
  if (first) {
    if (first.version === element.version) return;
    // eslint-disable-next-line no-console -- for the developer: nothing else tells which of two copies runs
    console.warn(
      `<${tag}> ${element.version} is not used: ${first.version ?? 'another element'} has the name.`,
    );
    return;
  }
  // A browser without these APIs cannot pay: leave the tag undefined, so that its own content is shown.
  if (!globalThis.AbortSignal?.timeout || !Intl.supportedValuesOf || lacksColorMix()) return;
  // A class can be registered once; another name needs another class.
  registry.define(tag, tag === own ? element : class extends element {});
}
