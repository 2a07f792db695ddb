import { worldName } from '../sandbox/world-name.js';

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
export function buildKeys(world: string): { readonly publishableKey: string; readonly secretKey: string } {
  refuseLiveKey(world);
  if (!worldName.test(world))
    throw new Error(
      `world: "${world}" is no name for a world. Use 1 to 64 of a-z, 0-9, - and _, such as the name of a test's file; its keys are made of the name.`,
    );
  return { publishableKey: `pk_test_${world}`, secretKey: `sk_test_${world}` };
}
