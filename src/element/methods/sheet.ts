import type { Network } from '../card/networks.js';
import type { ExternalSource } from '../checkout/payment-method.js';
import type { Clock } from '../checkout/ports.js';
import type { Price } from '../checkout/price.js';
import { PayError } from '../../error.js';
import { getDecimals } from '../../money.js';

/** What a wallet's sheet shows: taken when the payer presses the button, whatever the page shows afterwards. */
export interface SheetTerms {
  readonly price: Price;
  /** Who is paid: printable ASCII. */
  readonly merchantName: string;
  /** ISO 3166, two letters. */
  readonly country: string;
  readonly networks: readonly Network[];
}

/** What the payer has authorised. The source holds a credential. */
export interface Authorization {
  readonly source: ExternalSource;
  /** Joins the metadata of the payment. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/**
 * What is known of the payment. `failure`: it was refused or declined, or nothing was sent. `unknown`: it may exist, so the
 * sheet must claim neither.
 */
export type SheetResult = 'success' | 'failure' | 'unknown';

/** What a sheet needs of the code that opens it. */
export interface SheetPorts {
  /** Pays by what the payer has authorised; called at most once. A rejection counts as `unknown`. */
  pay(authorization: Authorization): Promise<SheetResult>;
  /**
   * The payer has closed the sheet. Nothing was sent.
   *
   * @param reason What the company says, if it does not say whether the payer or a mistake has ended the sheet.
   */
  onCancel(reason?: unknown): void;
  /** The sheet has closed after the payer's authorisation, without an answer: what was not sent yet must not be sent. */
  onClosed(): void;
  /** The sheet has ended without the payer. Nothing was sent. */
  onError(error: PayError): void;
  readonly after: Clock['after'];
}

/** A sheet that is open, or was. */
export interface Sheet {
  /** Ends the sheet without a word about the payment. A sheet that has ended stays as it is. */
  abort(): void;
}

/** Sheets end about 30 s after the payer's authorisation; before that the sheet must have its answer. */
export const sheetTimeoutMs = 25_000;

/** The result of a payment; `unknown` if it takes so long that the sheet would end first. */
export const awaitResult = (result: Promise<SheetResult>, after: Clock['after']): Promise<SheetResult> =>
  new Promise((resolve) => {
    const stop = after(sheetTimeoutMs, () => resolve('unknown'));
    result
      .catch(() => 'unknown' as const)
      .then((known) => {
        stop();
        resolve(known);
      });
  });

/** `100.00` for 10000 SAR, `1.000` for 1000 KWD: sheets take text in the currency's own unit. */
export function writeAmount({ amount, currency }: Price): string {
  const decimals = getDecimals(currency) ?? 2;
  const digits = String(amount).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** A sheet that did not open, or whose own part failed. */
export const createSheetError = (message: string, cause?: unknown): PayError =>
  new PayError('api', `${message} Nothing was sent.`, { retryable: true, cause });
