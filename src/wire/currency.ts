import * as z from 'zod/mini';
import { getDecimalsFromTable } from './currencies.js';

/** An ISO 4217 three-letter code in capitals; interface 2.1. */
export const currency = z.string().check(
  z.refine((value) => getDecimalsFromTable(value) !== undefined, {
    error: 'must be an ISO 4217 code of three capital letters, such as SAR',
  }),
  z.meta({ pattern: '^[A-Z]{3}$' }),
);
