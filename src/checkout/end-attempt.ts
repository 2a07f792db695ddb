import type { PayError } from '../error.js';
import type { Config } from './config.js';
import { enterExpired, watchExpiry } from './return-to-form.js';
import type { Attempt } from './ports.js';
import type { Model, ReadyState } from './state.js';
import { enter, withLastEffect, type TransitionResult } from './transition-result.js';

/** Back to the form, with an attempt whose next try goes out on the same intent. */
export function endWithError(
  model: Model,
  config: Config,
  attempt: Attempt | undefined,
  error: PayError,
  why: Pick<ReadyState, 'inOtherTab'> = {},
): TransitionResult {
  return enter(
    model,
    { phase: 'ready', error, ...why, ...(attempt && { held: attempt }) },
    { type: 'emit-error', error },
    { type: 'reject-submit', error },
    ...watchExpiry(config),
  );
}

/** The attempt is over, and its secret can't be paid any more. */
export const endAsExpired = (model: Model, refused: boolean, error: PayError): TransitionResult =>
  withLastEffect(enterExpired(model, refused, error), { type: 'reject-submit', error });
