import { getGaps, guessNetworks, networks } from '../../../src/card/brand.js';
import { expiryFormat, numberFormat, securityCodeFormat } from '../../../src/form/typing/format.js';

/** How the fields of a form shape what is typed into them. */
export const formats = {
  number: numberFormat((digits) => getGaps(guessNetworks(digits, networks).network)),
  expiry: expiryFormat,
  cvc: securityCodeFormat,
};
