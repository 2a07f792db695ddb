import type { Locator, Page } from '@playwright/test';
import { Form } from './form.js';
import { listenToConsole } from './reports.js';
import type { Running } from './servers.js';

/** A page model: the playground as a developer uses it. */
export class Playground {
  readonly form: Form;
  readonly state: Locator;
  readonly requests: Locator;
  readonly messages: Locator;
  readonly code: Locator;
  /** What the page has written to the console or thrown. */
  readonly complaints: readonly string[];

  private constructor(readonly page: Page) {
    this.form = new Form(page);
    this.state = page.locator('#state');
    this.requests = page.locator('#requests > li');
    this.messages = page.locator('#messages > li');
    this.code = page.locator('#code');
    this.complaints = listenToConsole(page);
  }

  static async open(page: Page, shop: Running): Promise<Playground> {
    const playground = new Playground(page);
    await page.goto(`${shop.url}demo/merchant/playground.html`);
    await playground.form.number.waitFor();
    return playground;
  }

  /** Puts a card into the form by a press on it. */
  pick = (result: string) => this.page.getByRole('button', { name: new RegExp(`^${result}`) }).click();

  /** Opens a group of settings. */
  group = (name: string) => this.page.locator('summary', { hasText: name }).click();

  /** Presses what a choice is made by: the words on it, the radio button itself is not seen. */
  choose = (name: string) => this.page.locator('.choice label', { hasText: new RegExp(`^${name}$`) }).click();

  /** What the element has done, in the order in which it happened. */
  async events(): Promise<string[]> {
    const names = await this.page.locator('#timeline li b').allTextContents();
    return names.reverse().filter((name) => name.startsWith('pay-') && name !== 'pay-change');
  }

  /** What has happened as JSON, the latest first. */
  details = async (name: string) => {
    const texts = await this.page.locator(`#timeline [data-kind="${name}"] pre`).allTextContents();
    return texts.map((text) => JSON.parse(text) as unknown);
  };

  /** Everything that the page shows or keeps, also what is folded, and without the form: there the card belongs. */
  everything = () =>
    this.page.evaluate(() =>
      [
        document.documentElement.outerHTML,
        location.href,
        JSON.stringify({ ...sessionStorage, ...localStorage }),
      ].join(),
    );
}
