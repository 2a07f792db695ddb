/** The keys of the sandbox's first world. Any other world is named by its keys: `sk_test_<world>` with `pk_test_<world>`. */
export const firstWorld = 'sandbox';

/**
 * Throws on a live key. A test types cards, drops connections and gives money back: with a live key it would do so with
 * somebody's money.
 */
export function refuseLiveKey(key: unknown): void {
  if (typeof key === 'string' && /^(?:pk|sk)_live_/.test(key))
    throw new Error(
      `pay-checkout/testing refuses live keys, and was given one that begins with ${key.slice(0, 8)}. Use the test keys of a sandbox: startSandbox() gives them.`,
    );
}

/** The keys of a world of the sandbox, by its name. */
export function keysOf(world: string): { readonly publishableKey: string; readonly secretKey: string } {
  refuseLiveKey(world);
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(world))
    throw new Error(
      `world: "${world}" is no name for a world. Use 1 to 64 letters, digits, - and _, such as the name of a test's file; its keys are made of the name.`,
    );
  return { publishableKey: `pk_test_${world}`, secretKey: `sk_test_${world}` };
}
