import { sheetLimit, type SheetEnd } from './press.js';

/** What a sheet shows the payer. */
export interface ShownSheet {
  readonly merchantName: string;
  /** Decimal text in the currency's own unit, such as `100.00`. */
  readonly amount: string;
  readonly currency: string;
  /** In the wallet's own words. */
  readonly networks: readonly string[];
}

/** The card that the payer has in the wallet. */
export interface WalletCard {
  /** In the wallet's own words, such as `masterCard` for Apple and `mastercard` for Samsung. */
  readonly network: string;
  readonly lastDigits: string;
}

/** What a test does instead of the payer. Each verb throws if no sheet is open. */
export interface FakeWallet {
  /** The open sheet; undefined if none is open. */
  readonly sheet: ShownSheet | undefined;
  /** How many sheets were opened. */
  readonly opened: number;
  /** How the newest sheet has ended, as soon as it has. */
  readonly ended: Promise<SheetEnd>;
  /** The payer authorises the payment, as soon as the sheet allows it. Resolves when the sheet has ended. */
  approve(): Promise<SheetEnd>;
  /** The payer closes the sheet. */
  cancel(): void;
  /** The sheet ends without the payer, as it does when it waits too long for its answer. */
  expire(): void;
  /** Takes the wallet out of the page. */
  uninstall(): void;
}

/** One open sheet, as a fake wallet sees it. */
export interface OpenSheet {
  readonly shown: ShownSheet;
  /** Resolves when the payer can authorise; never if the sheet ends before. */
  readonly ready: Promise<unknown>;
  authorize(): void;
  /** Tells the page that the sheet was closed. */
  close(): void;
}

/** What both wallets have in common: one sheet at a time, which ends once. */
export function createSheets(uninstall: () => void) {
  let current: OpenSheet | undefined;
  let opened = 0;
  let ended: Promise<SheetEnd> = Promise.resolve('canceled');
  let settle: (how: SheetEnd) => void = () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end(how: SheetEnd): void {
    clearTimeout(timer);
    current = undefined;
    settle(how);
  }

  function require(): OpenSheet {
    if (!current) throw new Error('No sheet is open.');
    return current;
  }

  function closeBy(how: 'canceled' | 'expired'): void {
    const { close } = require();
    end(how);
    close();
  }

  const wallet: FakeWallet = {
    get sheet() {
      return current?.shown;
    },
    get opened() {
      return opened;
    },
    get ended() {
      return ended;
    },
    async approve(): Promise<SheetEnd> {
      const sheet = require();
      const mine = ended;
      await Promise.race([sheet.ready, mine]);
      if (current === sheet) {
        timer = setTimeout(() => closeBy('expired'), sheetLimit);
        sheet.authorize();
      }
      return mine;
    },
    cancel: () => closeBy('canceled'),
    expire: () => closeBy('expired'),
    uninstall,
  };

  return {
    wallet,
    get hasOpen() {
      return current !== undefined;
    },
    open(sheet: OpenSheet): void {
      current = sheet;
      opened += 1;
      ended = new Promise((resolve) => (settle = resolve));
    },
    end,
  };
}
