import { canFetchIntent, hasStatusSource } from '../../../../src/element/checkout/config-queries.js';
import type { Model } from '../../../../src/element/checkout/state.js';
import { getPaymentSituation } from '../../../../src/element/form/payment-situation.js';
import * as en from '../../../../src/element/i18n/locales/en.js';
import { writeNotice } from '../../../../src/element/i18n/notice.js';
import { claimsOf, type Claim } from '../../i18n/claims.js';

/** What the form claims about the payer's money in a state, read from the English sentence that it shows. */
export function findClaims(model: Model): readonly Claim[] {
  const { state, setup } = model;
  const config = 'config' in state ? state.config : setup.kind === 'complete' ? setup.config : undefined;
  const known = getPaymentSituation(state, {
    canFetchIntent: config !== undefined && canFetchIntent(config),
    hasStatusSource: config !== undefined && hasStatusSource(config),
    paymentHistory: model,
    getClosingTime: () => '12:34',
    formatPrice: () => '90.00',
  });
  if (!known) return [];
  const { title, lines } = writeNotice(known, en.form);
  return claimsOf('en', [title, ...lines].join(' '));
}
