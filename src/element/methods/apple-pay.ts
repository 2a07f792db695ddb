import type { Network } from '../card/networks.js';
import {
  awaitResult,
  createSheetError,
  writeAmount,
  type Sheet,
  type SheetPorts,
  type SheetTerms,
} from './sheet.js';

/** What Apple's sheet shows, and which cards it takes. */
interface PaymentRequest {
  readonly countryCode: string;
  readonly currencyCode: string;
  readonly supportedNetworks: readonly string[];
  readonly merchantCapabilities: readonly string[];
  readonly total: { readonly label: string; readonly amount: string };
}

interface AppleSession {
  onvalidatemerchant: ((event: { readonly validationURL: string }) => void) | null;
  onpaymentauthorized: ((event: { readonly payment: { readonly token: unknown } }) => void) | null;
  oncancel: (() => void) | null;
  begin(): void;
  abort(): void;
  completeMerchantValidation(session: object): void;
  completePayment(result: { readonly status: number }): void;
}

/** The browser's `ApplePaySession`. */
export interface ApplePayPort {
  readonly STATUS_SUCCESS: number;
  readonly STATUS_FAILURE: number;
  canMakePayments(): boolean;
  supportsVersion(version: number): boolean;
  new (version: number, request: PaymentRequest): AppleSession;
}

interface ApplePayPorts extends SheetPorts {
  /** Resolves with Apple's session for this merchant; it is used once. */
  validateMerchant(validationUrl: string): Promise<object>;
}

/** Of Apple Pay on the web; the first one that has each network and capability that is asked for. */
const version = 6;

const networkNames: Readonly<Record<Network, string>> = {
  mada: 'mada',
  visa: 'visa',
  master: 'masterCard',
  amex: 'amex',
  unionpay: 'chinaUnionPay',
};

/** Whether this browser offers Apple Pay on this page. */
export function canPayByApple(port: ApplePayPort | undefined): boolean {
  try {
    return Boolean(port?.canMakePayments() && port.supportsVersion(version));
  } catch {
    // On a page without https, Apple's methods throw.
    return false;
  }
}

/** The token as JSON; undefined if there is none, as a page's own object may answer. */
function writeToken(payment: unknown): string | undefined {
  try {
    const { token } = Object(payment) as { token?: unknown };
    return typeof token === 'object' && token !== null ? JSON.stringify(token) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Opens Apple's sheet. Call it in the task of the payer's press: Apple opens no sheet later. Undefined if the sheet does not
 * open; then `onError` was called.
 */
export function openApplePay(
  Session: ApplePayPort,
  { price, merchantName, country, networks }: SheetTerms,
  ports: ApplePayPorts,
): Sheet | undefined {
  let session: AppleSession;
  /** `validating` also while the payer chooses a card. */
  let step: 'validating' | 'paying' | 'ended' = 'validating';

  /** Apple's methods throw if the sheet has ended meanwhile, which changes nothing. */
  function end(finish: () => void): void {
    step = 'ended';
    try {
      finish();
    } catch {
      // The sheet is gone.
    }
  }

  async function validate(validationUrl: string): Promise<void> {
    try {
      const merchantSession = await ports.validateMerchant(validationUrl);
      if (step === 'validating') session.completeMerchantValidation(merchantSession);
    } catch (cause) {
      if (step !== 'validating') return;
      end(() => session.abort());
      ports.onError(createSheetError('Apple Pay did not get its merchant session.', cause));
    }
  }

  async function pay(payment: unknown): Promise<void> {
    if (step !== 'validating') return;
    const token = writeToken(payment);
    if (token === undefined) {
      end(() => session.abort());
      return ports.onError(createSheetError('Apple Pay answered without a token.'));
    }
    step = 'paying';
    const source = { type: 'applepay', token };
    const result = await awaitResult(ports.pay({ source }), ports.after);
    // Aborted meanwhile; TypeScript does not know that the step changes during the wait.
    if ((step as string) === 'ended') return;
    end(() => {
      if (result === 'unknown') session.abort();
      else
        session.completePayment({
          status: result === 'success' ? Session.STATUS_SUCCESS : Session.STATUS_FAILURE,
        });
    });
  }

  try {
    session = new Session(version, {
      countryCode: country,
      currencyCode: price.currency,
      supportedNetworks: networks.map((network) => networkNames[network]),
      merchantCapabilities: ['supports3DS', 'supportsCredit', 'supportsDebit'],
      total: { label: merchantName, amount: writeAmount(price) },
    });
    session.onvalidatemerchant = ({ validationURL: url }) => void validate(url);
    session.onpaymentauthorized = ({ payment }) => void pay(payment);
    session.oncancel = () => {
      const before = step;
      step = 'ended';
      if (before === 'validating') ports.onCancel();
      // After the authorisation, a sheet that closes says nothing about the payment.
      if (before === 'paying') ports.onClosed();
    };
    session.begin();
  } catch (cause) {
    step = 'ended';
    ports.onError(createSheetError('Apple Pay did not open.', cause));
    return undefined;
  }
  return {
    abort: () => {
      if (step !== 'ended') end(() => session.abort());
    },
  };
}
