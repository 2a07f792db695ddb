import { expect, type Page } from '@playwright/test';
import type { SheetEnd } from '../../../src/testing/wallets/press.js';
import { testCodes, testMobiles } from '../../../src/sandbox/bank/test-values.js';
import type { Mode } from '../modes.js';
import type { Fakes, Wallet } from '../wallet-scripts.js';
import { Payer } from './payer.js';
import { atOnce } from './world.js';

export type Method = 'stcpay' | Wallet;

/** A payer who has STC Pay, both wallets and a card. */
export class MethodPayer extends Payer {
  /** How the sheets have ended that this payer has authorised. */
  readonly sheets: SheetEnd[] = [];

  constructor(
    page: Page,
    mode: Mode,
    readonly method: Method,
    index = 0,
  ) {
    super(page, mode, index);
  }

  get stcCode() {
    return this.inside.locator('#code');
  }

  get walletButton() {
    return this.element.locator(`[data-wallet="${this.method}"]`);
  }

  /** Begins to pay: up to the field for the code, or to the open sheet. */
  async begin(): Promise<void> {
    if (this.method === 'stcpay') {
      await this.sendMobile();
      await this.stcCode.waitFor();
    } else await this.walletButton.click();
  }

  async sendMobile(within?: { readonly timeout: number }): Promise<void> {
    await this.inside.getByRole('radio', { name: 'STC Pay' }).check(within);
    await this.inside.locator('#mobile').fill(testMobiles.accepted, within);
    await this.button.click(within);
  }

  /** Does what is left of it. */
  async finish(): Promise<void> {
    if (this.method === 'stcpay') await this.confirm();
    else await this.approve();
  }

  async confirm(
    code: string = testCodes.paid,
    within: { readonly clickCount?: number; readonly timeout?: number } = {},
  ): Promise<void> {
    await this.stcCode.fill(code, within);
    await this.inside.getByRole('button', { name: 'Confirm' }).click(within);
  }

  async approve(): Promise<SheetEnd> {
    const end = await this.page.evaluate(
      (wallet) => (window as unknown as Fakes)[wallet].approve(),
      this.method as Wallet,
    );
    this.sheets.push(end);
    return end;
  }

  hasSheet(): Promise<boolean> {
    return this.page.evaluate(
      (wallet) => (window as unknown as Fakes)[wallet].sheet !== undefined,
      this.method as Wallet,
    );
  }

  cancel(): Promise<void> {
    return this.page.evaluate(
      (wallet) => (window as unknown as Fakes)[wallet].cancel(),
      this.method as Wallet,
    );
  }

  /**
   * Wants it paid: presses whatever the page offers, until it says that it is paid. The way out of a payment that is open is
   * only taken if the payer has been shown no doubt about it.
   */
  async insistBy(by: Method | 'card', { takesAnotherWay = false } = {}): Promise<void> {
    const within = { timeout: 1_000 };
    const anotherWay = this.inside.getByRole('button', { name: /^(Pay another way|Yes, pay again)$/ });
    const card = this.inside.getByRole('radio', { name: 'Card', exact: true });
    const step = async () => {
      const state = await this.state();
      if (state === 'paid') return state;
      if (state === 'confirming') await this.confirm(testCodes.paid, within);
      else if (state === 'unknown' && takesAnotherWay) await anotherWay.dispatchEvent('click', {}, within);
      else if (!/^(ready|failed)$/.test(state)) return `${state}: ${await this.inside.innerText()}`;
      else if (by === 'stcpay') await this.sendMobile(within);
      else if (by !== 'card') {
        // On a slow machine, a press may count although its time was over.
        if (!(await this.hasSheet())) await this.walletButton.click(within);
        await this.approve();
      } else {
        await card.check(within);
        await this.pay(atOnce, within);
      }
      return state;
    };
    await expect.poll(() => step().catch(String), { timeout: 60_000, intervals: [100] }).toBe('paid');
  }
}
