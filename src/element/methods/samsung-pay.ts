import type { Network } from '../card/networks.js';
import {
  awaitResult,
  createSheetError,
  writeAmount,
  type Sheet,
  type SheetPorts,
  type SheetTerms,
} from './sheet.js';

interface PaymentMethod {
  readonly version: '2';
  readonly serviceId: string;
  readonly protocol: 'PROTOCOL_3DS';
  readonly allowedBrands: readonly string[];
}

interface Transaction {
  readonly orderNumber: string;
  readonly merchant: { readonly name: string; readonly countryCode: string; readonly url: string };
  readonly amount: { readonly option: string; readonly currency: string; readonly total: string };
}

interface SamsungClient {
  isReadyToPay(method: PaymentMethod): Promise<{ readonly result?: unknown }>;
  loadPaymentSheet(method: PaymentMethod, transaction: Transaction): Promise<unknown>;
  notify(event: { readonly status: 'CHARGED' | 'REJECTED' | 'ERRED'; readonly provider: string }): void;
}

/** The browser's `SamsungPay`, which Samsung's script defines. */
export interface SamsungPayPort {
  readonly PaymentClient: new (options: { readonly environment: 'PRODUCTION' }) => SamsungClient;
}

/** What is known of the merchant before the payer presses. */
interface SamsungMerchant {
  /** Samsung's id of the merchant's service. */
  readonly serviceId: string;
  readonly networks: readonly Network[];
}

interface SamsungTerms extends SheetTerms, SamsungMerchant {
  /** At most 36 letters, digits and hyphens; another one for each sheet. */
  readonly orderNumber: string;
  /** The host of the merchant's page. */
  readonly pageHost: string;
}

/** Samsung Pay has no cards of UnionPay. */
const brandNames: Readonly<Partial<Record<Network, string>>> = {
  mada: 'mada',
  visa: 'visa',
  master: 'mastercard',
  amex: 'amex',
};

export const findBrands = (networks: readonly Network[]): readonly string[] =>
  networks.flatMap((network) => brandNames[network] ?? []);

// Samsung's other environment needs another wallet, so tests use this one too.
const createClient = ({ PaymentClient }: SamsungPayPort) => new PaymentClient({ environment: 'PRODUCTION' });

const createMethod = ({ serviceId, networks }: SamsungMerchant): PaymentMethod => ({
  version: '2',
  serviceId,
  protocol: 'PROTOCOL_3DS',
  allowedBrands: findBrands(networks),
});

/** Whether this device has a wallet of Samsung's for the merchant. */
export async function canPayBySamsung(
  port: SamsungPayPort | undefined,
  merchant: SamsungMerchant,
): Promise<boolean> {
  try {
    return port ? (await createClient(port).isReadyToPay(createMethod(merchant))).result === true : false;
  } catch {
    return false;
  }
}

/** Samsung's answer has the token of the payment among other fields. */
function readToken(credential: unknown): string | undefined {
  const { data } = Object((Object(credential) as Record<string, unknown>)['3DS']) as { data?: unknown };
  return typeof data === 'string' && data !== '' ? data : undefined;
}

/**
 * Opens Samsung's sheet. Call it in the task of the payer's press. Undefined if the sheet does not open; then `onError` was
 * called.
 */
export function openSamsungPay(
  port: SamsungPayPort,
  terms: SamsungTerms,
  ports: SheetPorts,
): Sheet | undefined {
  let client: SamsungClient;
  let isEnded = false;

  function notify(status: 'CHARGED' | 'REJECTED' | 'ERRED'): void {
    try {
      client.notify({ status, provider: 'Moyasar' });
    } catch {
      // The sheet is gone.
    }
  }

  async function pay(credential: unknown): Promise<void> {
    // Samsung's sheet cannot be closed from here, so the payer may authorise after an abort: nothing was sent.
    if (isEnded) return notify('REJECTED');
    isEnded = true;
    const token = readToken(credential);
    if (token === undefined) {
      notify('ERRED');
      return ports.onError(createSheetError('Samsung Pay answered without a token.'));
    }
    const result = await awaitResult(
      ports.pay({
        source: { type: 'samsungpay', token },
        metadata: { samsungpay_order_id: terms.orderNumber },
      }),
      ports.after,
    );
    // No word is given for `unknown`: each of Samsung's words would claim something.
    if (result !== 'unknown') notify(result === 'success' ? 'CHARGED' : 'REJECTED');
  }

  /** Samsung rejects alike when the payer closes the sheet and when it refuses the merchant. */
  function cancel(reason: unknown): void {
    if (isEnded) return;
    isEnded = true;
    ports.onCancel(reason);
  }

  try {
    client = createClient(port);
    const { orderNumber, merchantName: name, country: countryCode, pageHost: url, price } = terms;
    const amount = {
      option: 'FORMAT_TOTAL_ESTIMATED_AMOUNT',
      currency: price.currency,
      total: writeAmount(price),
    };
    const opened = client.loadPaymentSheet(createMethod(terms), {
      orderNumber,
      merchant: { name, countryCode, url },
      amount,
    });
    // A native promise, because the promise of a script may settle twice.
    void Promise.resolve(opened).then(pay, cancel);
  } catch (cause) {
    isEnded = true;
    ports.onError(createSheetError('Samsung Pay did not open.', cause));
    return undefined;
  }
  return {
    abort: () => {
      isEnded = true;
    },
  };
}
