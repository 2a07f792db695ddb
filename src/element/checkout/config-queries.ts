import type { Config, ParsedConfig } from './config.js';

/** Whether a fresh intent can be fetched, so that the payer can try again without the page doing anything. */
export const canFetchIntent = (config: Config): boolean => config.intentSource.kind !== 'secret';

/**
 * Whether the merchant's server answers each press: with the intent and the id that may be sent, also for an attempt that
 * is held. Other sources know nothing of an attempt, so the element holds on to its intent.
 */
export const isGuardedByServer = (config: Config): boolean => config.intentSource.kind === 'checkout';

/** Whether the merchant's server can say a payment's status. */
export const hasStatusSource = (config: Config): boolean => config.statusSource.kind !== 'none';

/** Whether both configs name the same source of an intent. */
export function hasSameIntentSource(a: Config, b: Config): boolean {
  const [x, y] = [a.intentSource, b.intentSource];
  switch (x.kind) {
    case 'secret':
      return y.kind === 'secret' && x.clientSecret === y.clientSecret;
    case 'url':
    case 'checkout':
      return y.kind === x.kind && x.url === y.url;
    case 'function':
      return y.kind === 'function';
    default:
      return x satisfies never;
  }
}

export const getConfig = (setup: ParsedConfig): Config | undefined =>
  setup.kind === 'complete' ? setup.config : undefined;
