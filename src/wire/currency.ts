import * as currencies from '@dinero.js/currencies';
import * as z from 'zod/mini';

/** Codes of ISO 4217 that came into force after the library's list was made. */
const added = ['SLE', 'VED', 'XCG', 'ZWG'];

/** An ISO 4217 three-letter code in capitals; interface 2.1. */
export const currency = z.string().check(
  z.refine(
    (value) => /^[A-Z]{3}$/.test(value) && (Object.hasOwn(currencies, value) || added.includes(value)),
    {
      error: 'must be an ISO 4217 code of three capital letters, such as SAR',
    },
  ),
  z.meta({ pattern: '^[A-Z]{3}$' }),
);
