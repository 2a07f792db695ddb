import type { WalletName } from './read.js';

export const walletTitles: Readonly<Record<WalletName, string>> = {
  applepay: 'Apple Pay',
  samsungpay: 'Samsung Pay',
};

/** What the row shows. */
interface RowView {
  readonly shown: readonly WalletName[];
  /** A press does nothing now. */
  readonly isOff: boolean;
  /** Whether Apple's button is drawn by Apple's script. */
  readonly hasAppleButton: boolean;
  /** A BCP 47 tag. */
  readonly tag: string;
  readonly direction: string;
  /** The lines below the buttons; empty where there are none. */
  readonly refused: string;
  readonly or: string;
}

/** The row of the wallets' buttons. */
export class WalletRow {
  readonly #row = document.createElement('div');
  readonly #onPress: (name: WalletName) => void;

  constructor(onPress: (name: WalletName) => void) {
    this.#onPress = onPress;
    this.#row.className = 'wallets';
    this.#row.setAttribute('part', 'wallets');
  }

  /** Puts the row below the summary. A server-rendered form cannot be hydrated with the row in it: then false. */
  insertInto(root: ShadowRoot): boolean {
    if (this.#row.isConnected) return true;
    // Until the form is hydrated, its button does not submit.
    if (root.querySelector('[data-of] form [part~="button"][type="button"]')) return false;
    root.querySelector('slot[name="summary"]')?.after(this.#row);
    return true;
  }

  /** False for an element that was removed. */
  get isConnected(): boolean {
    return this.#row.isConnected;
  }

  /** Keeps a place for buttons that may come. */
  set isAsking(isAsking: boolean) {
    this.#row.classList.toggle('asking', isAsking);
  }

  render({ shown, isOff, hasAppleButton, tag, direction, refused, or }: RowView): void {
    const row = this.#row;
    row.lang = tag;
    row.dir = direction;
    for (const button of row.querySelectorAll<HTMLElement>('[data-wallet]'))
      if (!shown.some((name) => name === button.dataset['wallet'])) button.remove();
    shown.forEach((name, index) => {
      const button =
        row.querySelector<HTMLElement>(`[data-wallet="${name}"]`) ?? this.#createButton(name, hasAppleButton);
      if (row.children[index] !== button) row.insertBefore(button, row.children[index] ?? null);
      // Not `disabled`: the focus must stay on the button while its sheet is open.
      button.setAttribute('aria-disabled', String(isOff));
      button.setAttribute('lang', tag);
      if (button.localName === 'apple-pay-button') button.setAttribute('locale', tag);
    });
    this.#setLine('refused', refused);
    this.#setLine('or', or);
  }

  #createButton(name: WalletName, hasAppleButton: boolean): HTMLElement {
    const isApples = name === 'applepay' && hasAppleButton;
    const button = document.createElement(isApples ? 'apple-pay-button' : 'button');
    button.dataset['wallet'] = name;
    button.className = name;
    button.setAttribute('part', 'method');
    button.setAttribute('type', isApples ? 'plain' : 'button');
    if (isApples) button.setAttribute('buttonstyle', 'black');
    else button.textContent = walletTitles[name];
    button.addEventListener('click', () => this.#onPress(name));
    return button;
  }

  #setLine(name: 'refused' | 'or', text: string): void {
    let line = this.#row.querySelector<HTMLElement>(`.${name}`);
    if (text === '') return line?.remove();
    if (!line) {
      line = document.createElement('p');
      line.className = name;
      if (name === 'refused') line.setAttribute('role', 'alert');
      this.#row.insertBefore(line, this.#row.querySelector('.or'));
    }
    if (line.textContent !== text) line.textContent = text;
  }
}
