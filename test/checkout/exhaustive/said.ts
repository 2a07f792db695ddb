import { canFetchIntent, hasStatusSource } from '../../../src/checkout/config-queries.js';
import type { Model } from '../../../src/checkout/state.js';
import { getPaymentStatement } from '../../../src/form/payment-statement.js';
import * as en from '../../../src/i18n/locales/en.js';
import { writeMoneyStatement } from '../../../src/i18n/money-statement.js';
import { claimsOf, type Claim } from '../../i18n/claims.js';

/** What the form claims about the payer's money in a state, read from the English sentence that it shows. */
export function saidIn(model: Model): readonly Claim[] {
  const { state, setup } = model;
  const config = 'config' in state ? state.config : setup.kind === 'complete' ? setup.config : undefined;
  const known = getPaymentStatement(state, {
    lazy: config !== undefined && canFetchIntent(config),
    askable: config !== undefined && hasStatusSource(config),
    earlier: model,
    closing: () => '12:34',
  });
  if (!known) return [];
  const { title, lines } = writeMoneyStatement(known, en.form);
  return claimsOf('en', [title, ...lines].join(' '));
}
