import * as z from 'zod/mini';
import { nullish } from './scalar.js';

/** The kinds of error that are known; the set is open. */
export const errorTypes = [
  'invalid_request_error',
  'authentication_error',
  'record_not_found',
  'account_inactive_error',
  'rate_limit_error',
  'api_error',
  'intent_not_fulfillable',
  'intent_not_cancelable',
] as const;

/** The error body that the sandbox sends. */
export const errorBodyContract = z.strictObject({
  type: z.enum(errorTypes),
  message: z.string(),
  errors: z.nullable(z.record(z.string(), z.array(z.string()))),
});

/** How an error is read: `errors` by field, each an array or one string, or one string for all, or nothing. */
export const errorBody = z.looseObject({
  type: nullish(z.string()),
  message: nullish(z.string()),
  errors: nullish(z.union([z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())]))])),
});
export type ErrorBody = z.infer<typeof errorBody>;
