import type { Page } from '@playwright/test';
import { Form } from '../form.js';

/** All that a payer or a script of the page may do to send a form; what changes the form comes last. */
export const ways: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  Enter: async (page) => {
    const form = new Form(page);
    for (const field of [form.number, form.expiry, form.code, form.name]) await field.press('Enter');
  },
  'a click': (page) => new Form(page).button.click({ force: true }),
  'a click by script': (page) => new Form(page).button.evaluate((it: HTMLElement) => it.click()),
  'requestSubmit()': (page) =>
    page.locator('pay-checkout form').evaluate((it: HTMLFormElement) => it.requestSubmit()),
  'submit()': (page) =>
    page.locator('pay-checkout form').evaluate((it: HTMLFormElement) => {
      try {
        it.submit();
      } catch {
        // Firefox refuses where there is no dialog to close.
      }
    }),
  'a click on a button that a script has switched on': async (page) => {
    await new Form(page).button.evaluate((it: HTMLButtonElement) => (it.disabled = false));
    await new Form(page).button.click({ force: true });
  },
  'the button as one that submits': async (page) => {
    await new Form(page).button.evaluate((it: HTMLButtonElement) =>
      Object.assign(it, { disabled: false, type: 'submit' }),
    );
    await new Form(page).button.click({ force: true });
  },
  'submit() by GET': (page) =>
    page
      .locator('pay-checkout form')
      .evaluate((it: HTMLFormElement) => {
        Object.assign(it, { method: 'get', action: '/leak' });
        it.submit();
      })
      .then(() => page.waitForURL('**/leak*')),
  'submit() by POST': (page) =>
    page
      .locator('pay-checkout form')
      .evaluate((it: HTMLFormElement) => {
        Object.assign(it, { method: 'post', action: '/leak' });
        it.submit();
      })
      .then(() => page.waitForURL('**/leak*')),
};
