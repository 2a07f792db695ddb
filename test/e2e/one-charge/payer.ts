import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { Form } from '../form.js';
import type { Mode } from '../modes.js';
import { world } from './fixtures.js';
import type { Offer, Order } from './shop.js';
import { atOnce } from './world.js';

/** A page model: one element of a page, and a payer who wants it paid. */
export class Payer extends Form {
  /** The button, while it can be pressed. Asking for it waits for nothing. */
  readonly pressable = this.inside.locator('[part~="button"]:enabled:not([aria-disabled="true"])');
  /** What the element lets be pressed beside its form. */
  readonly offered = this.notice.getByRole('button');

  constructor(page: Page, mode?: Pick<Mode, 'form'>, index = 0) {
    super(page, mode, page.locator('pay-checkout').nth(index));
  }

  type = (number = atOnce, within?: { readonly timeout: number }) => this.fill(number, within);

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

  /** The way out of a payment that is open. */
  get anotherWay(): Locator {
    return this.offered.filter({ hasText: 'Pay another way' });
  }

  /** Chooses to pay another way, and confirms the choice below the warning. */
  async payAnotherWay(): Promise<void> {
    await this.anotherWay.click();
    await expect(this.notice).toContainText('you’ll pay twice');
    // A pointer's press counts only after a second, which `press.test.ts` is about.
    await this.offered.filter({ hasText: 'Yes, pay again' }).dispatchEvent('click');
  }

  async expectState(...states: readonly string[]): Promise<void> {
    const isThere = async () => states.includes(await this.state());
    await expect.poll(isThere, { intervals: [100] }).toBe(true);
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
   * Wants the order paid: for this time, fills in and presses whatever the page offers, again and again, and confirms at the
   * bank. Never chooses to pay another way, since a payer who confirms that has been warned. If the page offers only that, the
   * payer gives up immediately.
   *
   * A slow machine takes longer: the payer looks at the page as often as elsewhere, and waits for each press to end.
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
      return --looks <= 0 && Date.now() > end && !/^(paying)?$/.test(await this.stateNow());
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
  async stateNow(): Promise<string> {
    const states = this.element.evaluateAll((all) =>
      all.map((it) => (it as unknown as { state: string }).state),
    );
    const [state = ''] = await states.catch(() => []);
    return state;
  }

  /** Nothing here moves by itself any more: it is over, or nobody can be asked, and only another way is offered. */
  async #rests(offers: readonly string[]): Promise<boolean> {
    const state = await this.stateNow();
    // The server program's page shows what became of an order in place of the form.
    if (state === '') return this.page.getByRole('status').isVisible();
    if (state === 'unknown') return offers.length > 0;
    return ['paid', 'authorized', 'expired', 'misconfigured'].includes(state);
  }
}

/** Opens the shop's page of an order, in a page or in a new tab of a browser. */
export async function visit(place: Page | BrowserContext, order: Order, offer: Offer): Promise<Payer> {
  const page = 'newPage' in place ? await place.newPage() : place;
  await page.goto(world.shop.offer(order, offer));
  return new Payer(page, offer.mode);
}
