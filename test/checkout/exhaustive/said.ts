import type { Model } from '../../../src/checkout/state.js';
import { isAskable, isLazy } from '../../../src/checkout/step.js';
import { knownOf } from '../../../src/form/known.js';
import * as en from '../../../src/words/languages/en.js';
import { sentence } from '../../../src/words/sentence.js';
import { claimsOf, type Claim } from '../../words/claims.js';

/** What the form claims about the payer's money in a state, read from the English sentence that it shows. */
export function saidIn(model: Model): readonly Claim[] {
  const { state, setup } = model;
  const config = 'config' in state ? state.config : setup.kind === 'complete' ? setup.config : undefined;
  const known = knownOf(state, {
    lazy: config !== undefined && isLazy(config),
    askable: config !== undefined && isAskable(config),
    earlier: model,
    closing: () => '12:34',
  });
  if (!known) return [];
  const { title, lines } = sentence(known, en.form);
  return claimsOf('en', [title, ...lines].join(' '));
}
