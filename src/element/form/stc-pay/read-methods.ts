import { assertConfig, parseKnownWords, parseText } from '../../checkout/config-error.js';
import type { RawConfig } from '../../settings.js';

/** Ways to pay, in the service's words. */
const methodWords = ['creditcard', 'applepay', 'samsungpay', 'stcpay'] as const;
export type Method = (typeof methodWords)[number];

/** The ways to pay that a page has set, in its order. `problem` says to the developer why one of them is left out. */
export interface Methods {
  readonly methods: readonly Method[];
  readonly problem?: string | undefined;
}

/** @throws {ConfigError} for an unknown word, or if no way to pay is left. */
export function readMethods({ methods: raw, currency, manual, splits }: RawConfig): Methods {
  const methods = [...new Set<Method>(parseKnownWords('methods', raw, methodWords) ?? ['creditcard'])];
  const cannot = findStcProblem(parseText('currency', currency) ?? 'SAR', manual, splits);
  if (!methods.includes('stcpay') || cannot === undefined) return { methods };
  const problem = `has stcpay, which ${cannot}`;
  const left = methods.filter((method) => method !== 'stcpay');
  assertConfig(left.length > 0, 'methods', problem);
  return { methods: left, problem: `\`methods\` ${problem} It is left out.` };
}

/** Whether the payer can pay by STC Pay with these settings. */
export function offersStcPay(raw: RawConfig): boolean {
  try {
    return readMethods(raw).methods.includes('stcpay');
  } catch {
    return false;
  }
}

function findStcProblem(currency: string, manual: unknown, splits: unknown): string | undefined {
  if (currency !== 'SAR') return 'takes only SAR.';
  if (manual === true) return 'cannot authorize without capturing: remove `manual`.';
  return splits === undefined || splits === null ? undefined : 'carries no `splits`.';
}
