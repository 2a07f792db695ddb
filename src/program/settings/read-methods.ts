import { readFileSync } from 'node:fs';
import { paymentMethods, type PaymentMethod } from '../../server/checkout/order.js';
import type { MethodSettings } from './settings.js';
import type { SettingsReader } from './settings-reader.js';

/** What the page offers to pay by, and what the wallets need. */
export function readPayMethods(reader: SettingsReader): MethodSettings {
  const isMethod = (word: string): word is PaymentMethod => paymentMethods.some((method) => method === word);
  const words = reader.text('PAY_METHODS')?.split(/\s+/);
  const unknown = words?.find((word) => !isMethod(word));
  if (unknown !== undefined)
    reader.report(
      `PAY_METHODS has "${unknown}": the ways to pay are ${paymentMethods.join(', ')}, separated by spaces.`,
    );
  // In the order in which they are set: so they stand on the page.
  const methods = words?.filter(isMethod);
  const has = (method: PaymentMethod) => methods?.includes(method) ?? false;

  const merchantName = reader.text('PAY_MERCHANT_NAME');
  if (merchantName !== undefined && !/^[ -~]{1,64}$/.test(merchantName))
    reader.report('PAY_MERCHANT_NAME must be 1 to 64 printable ASCII characters: Apple refuses others.');
  if (merchantName === undefined && (has('applepay') || has('samsungpay')))
    reader.report('PAY_MERCHANT_NAME is missing: the sheets of Apple Pay and Samsung Pay show it.');
  const samsungServiceId = reader.text('SAMSUNG_SERVICE_ID');
  if (samsungServiceId === undefined && has('samsungpay'))
    reader.report('SAMSUNG_SERVICE_ID is missing: Samsung Pay needs it.');
  return {
    ...{ methods, merchantName, samsungServiceId },
    applePayDomain: readDomainFile(reader),
  };
}

function readDomainFile(reader: SettingsReader): string | undefined {
  const file = reader.text('APPLE_PAY_DOMAIN_FILE');
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    reader.report(
      'APPLE_PAY_DOMAIN_FILE must name the file that Apple has given for this domain: it cannot be read.',
    );
    return undefined;
  }
}
