import * as z from 'zod/mini';
import { displayed } from './scalar.js';

/** The kinds of error that are known; the set is open. */
export const errorTypes = [
  'invalid_request_error',
  'invalid_request',
  'validation_error',
  'used_given_id',
  'intent_not_fulfillable',
  'intent_not_cancelable',
  'authentication_error',
  'record_not_found',
  'account_inactive_error',
  'rate_limit_error',
  'api_error',
  'api_connection_error',
  '3ds_auth_error',
] as const;

/** The errors of some fields: a list for each, or one text. */
const fieldErrors = z.record(z.string(), z.union([z.array(z.string()), z.string()]));

/** The forms in which the service sends an error. `POST /tokens` sends a message alone. */
export const errorBodyContract = z.union([
  z.strictObject({
    type: z.enum(errorTypes),
    message: z.nullable(z.string()),
    /** By field; one text where the permission for `3ds: false` is refused. */
    errors: z.nullable(z.union([fieldErrors, z.string()])),
  }),
  z.strictObject({ message: z.string() }),
]);

/** How an error is read: `errors` by field, each an array or one string, or for all one string or a list, or nothing. */
export const errorBody = z.looseObject({
  type: displayed(z.string()),
  message: displayed(z.string()),
  errors: displayed(z.union([z.string(), z.array(z.string()), fieldErrors])),
});
export type ErrorBody = z.infer<typeof errorBody>;
