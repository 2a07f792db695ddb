import type { Locator, Page } from '@playwright/test';
import { inPage, type Mode } from './modes.js';

/** A page model: the form as a payer finds it, through the open shadow root, and through the frame that it may be in. */
export class Form {
  /** The element of the page. */
  readonly element: Locator;
  /** The element that has the fields in it: in a frame, it is the one in there. */
  readonly inside: Locator;
  readonly number: Locator;
  readonly expiry: Locator;
  readonly code: Locator;
  readonly name: Locator;
  readonly button: Locator;
  readonly notice: Locator;

  constructor(
    readonly page: Page,
    { form }: Pick<Mode, 'form'> = inPage,
    element = page.locator('pay-checkout'),
  ) {
    this.element = element;
    this.inside =
      form === 'frame'
        ? element.locator('.place > iframe, iframe[slot]').contentFrame().locator('pay-checkout')
        : element;
    this.number = this.inside.locator('input[autocomplete="cc-number"]');
    this.expiry = this.inside.locator('input[autocomplete="cc-exp"]');
    this.code = this.inside.locator('input[autocomplete="cc-csc"]');
    this.name = this.inside.locator('input[autocomplete="cc-name"]');
    this.button = this.inside.locator('[part~="button"]');
    this.notice = this.inside.locator('[part~="notice"]');
  }

  /** Each field at once: thirty keys cost a processor half a second. Tests of typing type. */
  async fill(number: string, within?: { readonly timeout: number }): Promise<void> {
    await this.number.fill(number, within);
    await this.expiry.fill('1230', within);
    await this.code.fill('123', within);
    await this.name.fill('Sara Ali', within);
  }

  /** As the page is told it. */
  state(): Promise<string> {
    return this.element.evaluate((element) => (element as unknown as { state: string }).state);
  }
}
