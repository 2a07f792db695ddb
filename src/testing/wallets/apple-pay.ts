import { createSheets, type FakeWallet, type OpenSheet, type WalletCard } from './fake-wallet.js';
import { isAmountText, isCountry, isCurrency, refuseUnless, stateError, watchPresses } from './press.js';

/** The networks of Apple Pay, by the version that brought them. */
const networkVersions: Readonly<Record<string, number>> = {
  amex: 1,
  chinaUnionPay: 1,
  discover: 1,
  interac: 1,
  jcb: 1,
  masterCard: 1,
  privateLabel: 1,
  visa: 1,
  cartesBancaires: 4,
  eftpos: 4,
  electron: 4,
  elo: 5,
  maestro: 4,
  mada: 5,
  vPay: 4,
};

const capabilities = ['supports3DS', 'supportsEMV', 'supportsCredit', 'supportsDebit'];

export interface FakeApplePayOptions {
  /** The page's window; the global one when it is left out. */
  readonly view?: Window;
  /** Whether the device can pay; true when it is left out. */
  readonly canMakePayments?: boolean;
  /** The newest version that the browser knows; 14 when it is left out. */
  readonly version?: number;
  readonly card?: WalletCard;
}

/** What Apple's sheet shows, as far as the fake checks it. */
interface PaymentRequest {
  readonly countryCode?: unknown;
  readonly currencyCode?: unknown;
  readonly supportedNetworks?: unknown;
  readonly merchantCapabilities?: unknown;
  readonly total?: { readonly label?: unknown; readonly amount?: unknown };
}

type Handler = ((event: object) => void) | null;

/**
 * Puts a fake `ApplePaySession` into a page, as strict as Apple's documentation: only in the task of a press, one sheet at a
 * time, every step once and in its order, and no answer for 30 s ends the sheet.
 */
export function installApplePay({
  view = window,
  canMakePayments = true,
  version: newest = 14,
  card = { network: 'visa', lastDigits: '1111' },
}: FakeApplePayOptions = {}): FakeWallet {
  const presses = watchPresses(view);
  const sheets = createSheets(() => {
    presses.end();
    Reflect.deleteProperty(view, 'ApplePaySession');
  });
  const usedSessions = new Set<unknown>();

  class FakeApplePaySession {
    static readonly STATUS_SUCCESS = 0;
    static readonly STATUS_FAILURE = 1;
    static canMakePayments = () => {
      requireSecure();
      return canMakePayments;
    };
    static supportsVersion(version: number): boolean {
      refuseUnless(Number.isInteger(version) && version > 0, 'The version must be a positive integer.');
      return version <= newest;
    }

    onvalidatemerchant: Handler = null;
    onpaymentauthorized: Handler = null;
    oncancel: Handler = null;
    readonly #request: PaymentRequest;
    #state: 'new' | 'validating' | 'waiting' | 'authorized' | 'over' = 'new';
    #sheet: OpenSheet | undefined;
    #markReady: () => void = () => undefined;

    constructor(version: number, request: PaymentRequest) {
      requireSecure();
      presses.require('new ApplePaySession');
      if (!FakeApplePaySession.supportsVersion(version))
        throw new DOMException(`This browser has no version ${version}.`, 'InvalidAccessError');
      checkRequest(version, request);
      this.#request = request;
    }

    begin(): void {
      presses.require('begin()');
      if (this.#state !== 'new') throw stateError('The session has begun before.');
      if (sheets.hasOpen) throw new DOMException('The page has an open session.', 'InvalidAccessError');
      this.#state = 'validating';
      const { total, currencyCode, supportedNetworks } = this.#request;
      this.#sheet = {
        shown: {
          merchantName: String(total?.label),
          amount: String(total?.amount),
          currency: String(currencyCode),
          networks: supportedNetworks as string[],
        },
        ready: new Promise<void>((resolve) => (this.#markReady = resolve)),
        authorize: () => {
          const networks = this.#sheet?.shown.networks ?? [];
          if (!networks.includes(card.network))
            throw new Error(`The sheet takes ${networks.join(', ')}, and the payer has ${card.network}.`);
          this.#state = 'authorized';
          this.onpaymentauthorized?.({ payment: { token: createToken(card) } });
        },
        close: () => {
          this.#state = 'over';
          this.oncancel?.({ sessionError: {} });
        },
      };
      sheets.open(this.#sheet);
      setTimeout(() => {
        if (this.#state !== 'validating') return;
        this.onvalidatemerchant?.({
          validationURL: 'https://apple-pay-gateway.apple.com/paymentservices/startSession',
        });
      });
    }

    completeMerchantValidation(session: unknown): void {
      if (this.#state !== 'validating') throw stateError('The session validates no merchant.');
      const {
        merchantSessionIdentifier: id,
        domainName,
        expiresAt,
      } = Object(session) as Record<string, unknown>;
      refuseUnless(typeof id === 'string', 'The merchant session must be what Apple has answered.');
      const isGood =
        !usedSessions.has(id) && domainName === view.location.hostname && Number(expiresAt) > Date.now();
      usedSessions.add(id);
      // Apple closes the sheet if the merchant session was used, has ended or is of another domain.
      if (!isGood) return sheets.wallet.cancel();
      this.#state = 'waiting';
      this.#markReady();
    }

    completePayment(result: unknown): void {
      if (this.#state !== 'authorized')
        throw stateError('The payer has authorised nothing, or the session is over.');
      const { status } =
        typeof result === 'number' ? { status: result } : (Object(result) as { status?: unknown });
      refuseUnless(status === 0 || status === 1, 'The status must be STATUS_SUCCESS or STATUS_FAILURE.');
      this.#state = 'over';
      sheets.end(status === 0 ? 'success' : 'failure');
    }

    abort(): void {
      if (this.#state === 'new' || this.#state === 'over') throw stateError('The session is not open.');
      this.#state = 'over';
      sheets.end('aborted');
    }
  }

  function requireSecure(): void {
    if (view.isSecureContext === false)
      throw new DOMException('Apple Pay needs https.', 'InvalidAccessError');
  }

  Object.defineProperty(view, 'ApplePaySession', {
    value: FakeApplePaySession,
    configurable: true,
    writable: true,
  });
  return sheets.wallet;
}

function checkRequest(version: number, request: PaymentRequest): void {
  const { countryCode, currencyCode, supportedNetworks, merchantCapabilities, total } = Object(
    request,
  ) as PaymentRequest;
  refuseUnless(isCountry(countryCode), 'countryCode must be two capital letters.');
  refuseUnless(isCurrency(currencyCode), 'currencyCode must be three capital letters.');
  refuseUnless(
    Array.isArray(supportedNetworks) && supportedNetworks.length > 0,
    'supportedNetworks must name a network.',
  );
  for (const network of supportedNetworks)
    refuseUnless(
      (networkVersions[String(network)] ?? Infinity) <= version,
      `"${String(network)}" is no network of version ${version}.`,
    );
  refuseUnless(
    Array.isArray(merchantCapabilities) &&
      merchantCapabilities.includes('supports3DS') &&
      merchantCapabilities.every((capability) => capabilities.includes(String(capability))),
    'merchantCapabilities must hold supports3DS, and only what Apple knows.',
  );
  refuseUnless(typeof total?.label === 'string' && total.label !== '', 'total needs a label.');
  refuseUnless(
    isAmountText(total.amount) && Number(total.amount) > 0,
    'total needs an amount of decimal text above zero.',
  );
}

const createToken = ({ network, lastDigits }: WalletCard) => ({
  paymentData: {
    version: 'EC_v1',
    data: btoa(crypto.randomUUID()),
    signature: btoa(crypto.randomUUID()),
    header: { publicKeyHash: btoa('fake'), ephemeralPublicKey: btoa('fake'), transactionId: 'fake' },
  },
  paymentMethod: { displayName: `${network} ${lastDigits}`, network, type: 'debit' },
  transactionIdentifier: crypto.randomUUID().replaceAll('-', ''),
});
