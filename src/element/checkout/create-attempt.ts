import type { Config } from './config.js';
import type { Attempt, PreviousTry } from './ports.js';

/** An attempt on the `client-secret` that the page has set. Other sources have to be asked for an intent first. */
export function createAttempt(
  config: Config,
  paymentId: string,
  previousTry: PreviousTry,
): Attempt | undefined {
  const { intentSource: source } = config;
  if (source.kind !== 'secret') return undefined;
  return {
    paymentId,
    intent: { id: source.intentId, clientSecret: source.clientSecret },
    config,
    previousTry,
  };
}
