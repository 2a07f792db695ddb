import { gapsOf, guessBrand, networks } from '../../../src/card/brand.js';
import { formatExpiryEdit, createNumberFormat, formatSecurityCode } from '../../../src/form/typing/format.js';

/** How the fields of a form shape what is typed into them. */
export const formats = {
  number: createNumberFormat((digits) => gapsOf(guessBrand(digits, networks).brand)),
  expiry: formatExpiryEdit,
  cvc: formatSecurityCode,
};
