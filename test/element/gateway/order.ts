import type { Config } from '../../../src/element/checkout/config.js';
import type { Attempt } from '../../../src/element/checkout/ports.js';
import { secretConfig } from '../checkout/world.js';
import { baseUrl, createIntent, publishableKey } from '../sandbox.js';

/** A first try on a fresh intent of the sandbox. */
export async function order(over: Partial<Config> = {}): Promise<Attempt & { intentId: string }> {
  const { id, client_secret: clientSecret } = await createIntent();
  return {
    intentId: id,
    paymentId: crypto.randomUUID(),
    intent: { id: undefined, clientSecret },
    config: { ...secretConfig, baseUrl, publishableKey, timeout: 5_000, ...over },
    previousTry: 'never-sent',
  };
}
