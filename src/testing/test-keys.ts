import { firstNamespace, namespaceName } from '../sandbox/keys.js';

/**
 * Throws on a live key. A test types cards, drops connections and refunds: with a live key it would do so with real money.
 */
export function refuseLiveKey(key: unknown): void {
  // The element ignores spaces around a key.
  const [, start] = /^\s*([ps]k_live_)/.exec(String(key)) ?? [];
  if (start)
    throw new Error(
      `pay-checkout/testing refuses live keys, and was given one that begins with ${start}. Use the test keys of a sandbox: startSandbox() gives them.`,
    );
}

export interface NamespaceOptions {
  /**
   * A name for this test's own part of the sandbox: its own data, clock, faults and deliveries, by keys made of the
   * name. `sandbox` when omitted.
   */
  readonly namespace?: string | undefined;
}

/** Throws if the name is none. */
export function readNamespace(options: NamespaceOptions): string {
  if ('world' in options) throw new Error('`world` has a new name: `namespace`.');
  const { namespace = firstNamespace } = options;
  buildKeys(namespace);
  return namespace;
}

/** The keys of a namespace of the sandbox, by its name. */
export function buildKeys(namespace: string): {
  readonly publishableKey: string;
  readonly secretKey: string;
} {
  refuseLiveKey(namespace);
  if (!namespaceName.test(namespace))
    throw new Error(
      `namespace: "${namespace}" is no name for a namespace. Use 1 to 64 of a-z, 0-9, - and _, such as the name of a test's file; its keys are made of the name.`,
    );
  return { publishableKey: `pk_test_${namespace}`, secretKey: `sk_test_${namespace}` };
}
