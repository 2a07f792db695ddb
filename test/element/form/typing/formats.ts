import { getGaps, guessNetworks, networks } from '../../../../src/element/card/networks.js';
import {
  formatExpiryEdit,
  createNumberFormat,
  formatSecurityCode,
} from '../../../../src/element/form/typing/format.js';

/** How the fields of a form shape what is typed into them. */
export const formats = {
  number: createNumberFormat((digits) => getGaps(guessNetworks(digits, networks).network)),
  expiry: formatExpiryEdit,
  cvc: formatSecurityCode,
};
