import type { Config } from './config.js';
import type { Attempt, PreviousTry } from './ports.js';

/** An attempt on the intent that the page has named. A lazy source has to be asked for one. */
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
