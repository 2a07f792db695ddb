import { expect, type Locator, type Page } from '@playwright/test';
import { inPage, type Mode } from '../modes.js';
import { atOnce } from './world.js';

/** A page model: one element of a page, as a payer finds it. */
export class Payer {
  readonly element: Locator;
  readonly number: Locator;
  readonly expiry: Locator;
  readonly code: Locator;
  readonly name: Locator;
  readonly button: Locator;
  /** The button, while it can be pressed. Asking for it waits for nothing. */
  readonly pressable: Locator;
  readonly notice: Locator;
  /** What the element lets be pressed beside its form. */
  readonly offered: Locator;
  /** The element that has the form in it: in a frame, it is the one in there. */
  protected readonly inside: Locator;

  constructor(
    readonly page: Page,
    { form }: Pick<Mode, 'form'> = inPage,
    index = 0,
  ) {
    this.element = page.locator('pay-checkout').nth(index);
    const inside =
      form === 'frame'
        ? this.element.locator('.place > iframe').contentFrame().locator('pay-checkout')
        : this.element;
    this.inside = inside;
    this.number = inside.locator('input[autocomplete="cc-number"]');
    this.expiry = inside.locator('input[autocomplete="cc-exp"]');
    this.code = inside.locator('input[autocomplete="cc-csc"]');
    this.name = inside.locator('input[autocomplete="cc-name"]');
    this.button = inside.locator('[part~="button"]');
    this.pressable = inside.locator('[part~="button"]:enabled:not([aria-disabled="true"])');
    this.notice = inside.locator('[part~="notice"]');
    this.offered = this.notice.getByRole('button');
  }

  async type(number = atOnce, within?: { readonly timeout: number }): Promise<void> {
    await this.number.fill(number, within);
    await this.expiry.fill('12 / 30', within);
    await this.name.fill('Sara Ali', within);
    await this.code.fill('123', within);
  }

  async pay(number = atOnce, within?: { readonly timeout: number }): Promise<void> {
    await this.type(number, within);
    await this.button.click(within);
  }

  /**
   * Without the wait for the button to lie still, in which another tab would be first. Where one is first even so, this
   * tab has left, or has no button that can be pressed.
   */
  async pressAtOnce(): Promise<void> {
    try {
      await this.button.evaluate((button: HTMLElement) => button.click());
    } catch (error) {
      if (!this.hasLeft && (await this.canPay())) throw error;
    }
  }

  state(): Promise<string> {
    return this.element.evaluate((element) => (element as unknown as { state: string }).state);
  }

  async expectState(...states: readonly string[]): Promise<void> {
    await expect.poll(async () => states.includes(await this.state())).toBe(true);
  }

  /** The form is there, and its button can be pressed. */
  async canPay(): Promise<boolean> {
    return (
      (await this.pressable.isVisible().catch(() => false)) && this.number.isVisible().catch(() => false)
    );
  }

  /** Away from the shop's checkout: at the bank, or back in the shop. */
  get hasLeft(): boolean {
    return !new URL(this.page.url()).pathname.startsWith('/checkout');
  }

  /**
   * Wants it paid: for so long, fills in and presses whatever is there, again and again, and confirms at the bank. Does
   * not say that he wants to pay another way: who is asked that, and says yes, has been warned. Where that is all that is
   * left, he gives up at once.
   *
   * On a slow machine he takes longer: he looks as often as elsewhere, and waits for what he has begun.
   */
  async insist(milliseconds = 6_000, number = atOnce): Promise<void> {
    const end = Date.now() + milliseconds;
    let looks = milliseconds / 300;
    let restful = 0;
    const bank = this.page.getByRole('button', { name: /^Authenticated/ });
    const onward = this.offered.filter({ hasNotText: 'another way' }).first();
    const press = async () => {
      if (this.page.url().includes('/acs_emulator')) await bank.click({ timeout: 2_000 });
      else if (this.hasLeft) return true;
      else {
        const { canPay, offers } = await this.#look();
        // A form that is taken away meanwhile is not waited for.
        if (canPay) await this.pay(number, { timeout: 1_000 });
        else if (offers.some((text) => !text.includes('another way'))) await onward.click({ timeout: 1_000 });
        else if (await this.#rests(offers)) return ++restful >= 4;
      }
      restful = 0;
      return --looks <= 0 && Date.now() > end && !/^(paying)?$/.test(await this.#stateNow());
    };
    await expect
      .poll(() => press().catch(() => false), { timeout: milliseconds * 4 + 20_000, intervals: [300] })
      .toBe(true);
  }

  /** Whether the form can be paid by, and what is offered beside it: read at once, since payers look often. */
  async #look(): Promise<{ readonly canPay: boolean; readonly offers: readonly string[] }> {
    const looks = this.inside.evaluateAll((all) =>
      all.map(({ shadowRoot }) => {
        const shown = (selector: string) =>
          [...(shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])].filter(
            (it) => it.checkVisibility({ visibilityProperty: true }) && it.getClientRects().length > 0,
          );
        const buttons = shown('[part~="button"]:enabled:not([aria-disabled="true"])');
        return {
          canPay: buttons.length > 0 && shown('input[autocomplete="cc-number"]').length > 0,
          offers: shown('[part~="notice"] button').map((it) => it.innerText),
        };
      }),
    );
    // A page that is being left, or a frame that is not there, shows nothing.
    const [seen] = await looks.catch(() => []);
    return seen ?? { canPay: false, offers: [] };
  }

  /** As `state`, but a page that is being left has none, and is not waited for. */
  async #stateNow(): Promise<string> {
    const states = await this.element.evaluateAll((all) =>
      all.map((it) => (it as unknown as { state: string }).state),
    );
    return states[0] ?? '';
  }

  /** Nothing here moves by itself any more: it is over, or nobody can be asked, and only another way is offered. */
  async #rests(offers: readonly string[]): Promise<boolean> {
    const state = await this.#stateNow();
    // The server program's page shows what became of an order in place of the form.
    if (state === '') return this.page.getByRole('status').isVisible();
    if (state === 'unknown') return offers.length > 0;
    return ['paid', 'authorized', 'expired', 'misconfigured'].includes(state);
  }
}
