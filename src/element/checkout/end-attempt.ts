import type { PayError } from '../../error.js';
import type { Config } from './config.js';
import { enterExpired, watchExpiry, type ClosedIntent } from './return-to-form.js';
import type { Attempt } from './ports.js';
import type { Model, ReadyState } from './state.js';
import { enter, withLastEffect, type TransitionResult } from './transition-result.js';

/** Ends the try with an error and shows the form. With `attempt`, the next try goes out on the same intent. */
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

/** Ends the try: the `client-secret` that the page has set can't be paid any more. */
export const endAsExpired = (
  model: Model,
  expiry: ClosedIntent & { readonly error: PayError },
): TransitionResult =>
  withLastEffect(enterExpired(model, expiry), { type: 'reject-submit', error: expiry.error });
