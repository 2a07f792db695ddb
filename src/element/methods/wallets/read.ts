import {
  assertConfig,
  parseKnownWords,
  parseNumber,
  parseText,
  parseWords,
} from '../../checkout/config-error.js';
import type { Price } from '../../checkout/price.js';
import { parseServiceUrl } from '../../checkout/services.js';
import { getDecimals } from '../../../money.js';
import { networks, type Network } from '../../../wire/networks.js';
import type { RawConfig } from '../../settings.js';
import { walletScripts, type WalletScript } from './scripts.js';

export const walletNames = ['applepay', 'samsungpay'] as const;
export type WalletName = (typeof walletNames)[number];

/** What the sheets need beyond the price, the networks and the service. */
export interface WalletSettings {
  /** In the order of the page. */
  readonly wallets: readonly WalletName[];
  readonly merchantName: string;
  readonly country: string;
  readonly samsungServiceId: string | undefined;
  readonly scripts: readonly WalletScript[];
  /** Instead of the service's own session for Apple's sheet. */
  readonly validateMerchant: ((validationUrl: string) => Promise<object>) | undefined;
}

/**
 * The settings of the wallets; undefined if the page offers none.
 *
 * @throws {ConfigError} naming the value that cannot be used.
 */
export function readWalletSettings(raw: RawConfig): WalletSettings | undefined {
  const words = parseWords('methods', raw.methods) ?? [];
  const wallets = [...new Set(words)].filter((word): word is WalletName =>
    walletNames.some((name) => name === word),
  );
  if (wallets.length === 0) return undefined;
  const merchantName = parseText('merchant-name', raw.merchantName);
  assertConfig(
    merchantName !== undefined && /^[\x20-\x7e]{1,64}$/.test(merchantName),
    'merchant-name',
    'must be who is paid, for the wallet’s sheet: 1 to 64 characters of printable ASCII.',
    merchantName,
  );
  const country = parseText('country', raw.country) ?? 'SA';
  assertConfig(/^[A-Z]{2}$/.test(country), 'country', 'must be two capital letters, such as SA.', country);
  const scripts = parseKnownWords('wallet-scripts', raw.walletScripts, walletScripts) ?? [];
  const samsungServiceId = parseText('samsung-service-id', raw.samsungServiceId);
  if (wallets.includes('samsungpay')) {
    assertConfig(samsungServiceId, 'samsung-service-id', 'is missing: `methods` has samsungpay.');
    assertConfig(
      scripts.includes('samsung'),
      'wallet-scripts',
      'must hold samsung: `methods` has samsungpay, which is Samsung’s script.',
    );
  }
  const { validateMerchant } = raw;
  assertConfig(
    ['function', 'undefined'].includes(typeof (validateMerchant ?? undefined)),
    'validateMerchant',
    'must be a function.',
    validateMerchant,
  );
  return {
    wallets,
    merchantName,
    country,
    samsungServiceId,
    scripts,
    validateMerchant: (validateMerchant ?? undefined) as WalletSettings['validateMerchant'],
  };
}

/** What the sheets share with the form, which checks the same settings and is not ready while one is wrong. */
export interface SharedSettings {
  readonly baseUrl: string;
  readonly publishableKey: string;
  readonly price: Price;
  readonly networks: readonly Network[];
  /** Whether another attempt gets another intent. */
  readonly canFetchIntent: boolean;
}

/**
 * The form's settings, as far as a sheet needs them; undefined while one of them is missing.
 *
 * @throws {ConfigError} naming the value that cannot be used.
 */
export function readSharedSettings(raw: RawConfig): SharedSettings | undefined {
  const baseUrl = parseServiceUrl(raw.baseUrl);
  const publishableKey = parseText('publishable-key', raw.publishableKey);
  const amount = parseNumber(raw.amount);
  const currency = parseText('currency', raw.currency) ?? 'SAR';
  if (!baseUrl || !publishableKey || !Number.isSafeInteger(amount) || !(Number(amount) > 0)) return undefined;
  if (getDecimals(currency) === undefined) return undefined;
  const wanted = parseWords('networks', raw.networks);
  return {
    baseUrl,
    publishableKey,
    price: { amount: Number(amount), currency },
    networks: networks.filter((network) => !wanted || wanted.includes(network)),
    canFetchIntent: parseText('client-secret', raw.clientSecret) === undefined,
  };
}
