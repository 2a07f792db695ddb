import type { Locator, Page } from '@playwright/test';
import { formOf, inPage, type Mode } from './modes.js';

/** A page model: the form as a payer finds it, through the open shadow root, and through the frame that it may be in. */
export class Form {
  readonly number: Locator;
  readonly expiry: Locator;
  readonly code: Locator;
  readonly name: Locator;
  readonly button: Locator;
  readonly notice: Locator;

  constructor(
    readonly page: Page,
    mode: Pick<Mode, 'form'> = inPage,
  ) {
    const form = formOf(page, mode);
    this.number = form.locator('input[autocomplete="cc-number"]');
    this.expiry = form.locator('input[autocomplete="cc-exp"]');
    this.code = form.locator('input[autocomplete="cc-csc"]');
    this.name = form.locator('input[autocomplete="cc-name"]');
    this.button = form.locator('[part~="button"]');
    this.notice = form.locator('[part~="notice"]');
  }

  /** Each field at once: thirty keys cost a processor half a second. Tests of typing type. */
  async fill(number: string): Promise<void> {
    await this.number.fill(number);
    await this.expiry.fill('1230');
    await this.code.fill('123');
    await this.name.fill('Sara Ali');
  }

  /** As the page is told it. */
  state(): Promise<string> {
    return this.page
      .locator('pay-checkout')
      .evaluate((element) => (element as unknown as { state: string }).state);
  }
}
