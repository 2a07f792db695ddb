import { createSheets, type FakeWallet, type WalletCard } from './fake-wallet.js';
import { isAmountText, isCountry, isCurrency, refuseUnless, stateError, watchPresses } from './press.js';

const brands = ['visa', 'mastercard', 'amex', 'mada', 'discover'];
const amountOptions = ['FORMAT_TOTAL_ESTIMATED_AMOUNT', 'FORMAT_TOTAL_PRICE_ONLY'];
const ends = { CHARGED: 'success', REJECTED: 'failure', ERRED: 'failure', CANCELED: 'failure' } as const;

export interface FakeSamsungPayOptions {
  /** The page's window; the global one when it is left out. */
  readonly view?: Window;
  /** Whether the device can pay; true when it is left out. */
  readonly isReady?: boolean;
  readonly card?: WalletCard;
}

interface PaymentMethod {
  readonly version?: unknown;
  readonly serviceId?: unknown;
  readonly protocol?: unknown;
  readonly allowedBrands?: unknown;
}

interface Transaction {
  readonly orderNumber?: unknown;
  readonly merchant?: { readonly name?: unknown; readonly countryCode?: unknown; readonly url?: unknown };
  readonly amount?: { readonly option?: unknown; readonly currency?: unknown; readonly total?: unknown };
}

/**
 * Puts a fake `SamsungPay` into a page, as strict as Samsung's documentation: only in the task of a press, one sheet at a
 * time, every order number once, one notification for each sheet, and no notification for 30 s ends the sheet.
 */
export function installSamsungPay({
  view = window,
  isReady = true,
  card = { network: 'visa', lastDigits: '1111' },
}: FakeSamsungPayOptions = {}): FakeWallet {
  const presses = watchPresses(view);
  const sheets = createSheets(() => {
    presses.end();
    Reflect.deleteProperty(view, 'SamsungPay');
  });
  const usedOrderNumbers = new Set<unknown>();

  class FakePaymentClient {
    #state: 'idle' | 'open' | 'authorized' = 'idle';

    constructor(options: unknown) {
      const { environment } = Object(options) as { environment?: unknown };
      refuseUnless(
        environment === 'PRODUCTION' || environment === 'STAGE',
        'environment must be PRODUCTION or STAGE.',
      );
    }

    async isReadyToPay(method: PaymentMethod): Promise<{ readonly result: boolean }> {
      checkMethod(method);
      return { result: isReady };
    }

    // Not async: what is wrong with the call is thrown.
    loadPaymentSheet(method: PaymentMethod, transaction: Transaction): Promise<unknown> {
      presses.require('loadPaymentSheet()');
      checkMethod(method);
      checkTransaction(transaction);
      const { orderNumber, merchant, amount } = transaction;
      refuseUnless(!usedOrderNumbers.has(orderNumber), 'orderNumber was used before.');
      if (sheets.hasOpen) throw stateError('A sheet is open.');
      usedOrderNumbers.add(orderNumber);
      this.#state = 'open';
      return new Promise((resolve, reject) => {
        const networks = method.allowedBrands as string[];
        sheets.open({
          shown: {
            merchantName: String(merchant?.name),
            amount: String(amount?.total),
            currency: String(amount?.currency),
            networks,
          },
          ready: Promise.resolve(),
          authorize: () => {
            if (!networks.includes(card.network))
              throw new Error(`The sheet takes ${networks.join(', ')}, and the payer has ${card.network}.`);
            this.#state = 'authorized';
            resolve(createCredential(card, String(amount?.currency)));
          },
          close: () => {
            this.#state = 'idle';
            reject(new Error('The payer has closed the sheet.'));
          },
        });
      });
    }

    notify(event: unknown): void {
      const { status, provider } = Object(event) as { status?: unknown; provider?: unknown };
      refuseUnless(
        Object.hasOwn(ends, String(status)),
        'status must be CHARGED, REJECTED, ERRED or CANCELED.',
      );
      refuseUnless(typeof provider === 'string' && provider !== '', 'provider must be named.');
      if (this.#state !== 'authorized')
        throw stateError('The payer has authorised nothing, or the sheet is over.');
      this.#state = 'idle';
      sheets.end(ends[status as keyof typeof ends]);
    }
  }

  Object.defineProperty(view, 'SamsungPay', {
    value: { PaymentClient: FakePaymentClient },
    configurable: true,
    writable: true,
  });
  return sheets.wallet;
}

function checkMethod(method: PaymentMethod): void {
  const { version, serviceId, protocol, allowedBrands } = Object(method) as PaymentMethod;
  refuseUnless(version === '2', 'version must be the text 2.');
  refuseUnless(typeof serviceId === 'string' && serviceId !== '', 'serviceId must be named.');
  refuseUnless(protocol === 'PROTOCOL_3DS', 'protocol must be PROTOCOL_3DS.');
  refuseUnless(
    Array.isArray(allowedBrands) &&
      allowedBrands.length > 0 &&
      allowedBrands.every((brand) => brands.includes(String(brand))),
    'allowedBrands must name brands of Samsung Pay.',
  );
}

function checkTransaction(transaction: Transaction): void {
  const { orderNumber, merchant, amount } = Object(transaction) as Transaction;
  refuseUnless(
    typeof orderNumber === 'string' && /^[A-Za-z\d-]{1,36}$/.test(orderNumber),
    'orderNumber must be at most 36 letters, digits and hyphens.',
  );
  refuseUnless(typeof merchant?.name === 'string' && merchant.name !== '', 'merchant needs a name.');
  refuseUnless(isCountry(merchant.countryCode), 'merchant.countryCode must be two capital letters.');
  refuseUnless(
    typeof merchant.url === 'string' && /^[\w.:[\]-]+$/.test(merchant.url),
    'merchant.url must be the host of the page.',
  );
  refuseUnless(amountOptions.includes(String(amount?.option)), 'amount.option is not known.');
  refuseUnless(isCurrency(amount?.currency), 'amount.currency must be three capital letters.');
  refuseUnless(isAmountText(amount?.total), 'amount.total must be decimal text.');
}

const createCredential = ({ network, lastDigits }: WalletCard, currency: string) => ({
  method: '3DS',
  card_brand: network,
  card_last4digits: lastDigits,
  card_currency: currency,
  '3DS': { type: 'S', version: '100', data: `fake.${crypto.randomUUID()}` },
});
