import type { FrameLocator, Locator, Page } from '@playwright/test';

/** One way to have the element in a page: where the form lives, and how the bank's page is shown. */
export interface Mode {
  readonly name: string;
  readonly form: 'page' | 'frame';
  readonly challenge: 'redirect' | 'dialog';
  /** The script file that brings it. */
  readonly script: string;
}

/** Every suite that says so runs in each of them. */
export const modes = [
  { name: 'page, redirect', form: 'page', challenge: 'redirect', script: 'pay-checkout.js' },
  { name: 'page, dialog', form: 'page', challenge: 'dialog', script: 'pay-checkout.js' },
  { name: 'frame, redirect', form: 'frame', challenge: 'redirect', script: 'pay-framed.js' },
  { name: 'frame, dialog', form: 'frame', challenge: 'dialog', script: 'pay-framed.js' },
] as const satisfies readonly Mode[];

export const [inPage, inPageWithDialog, inFrame, inFrameWithDialog] = modes;

/** Where the sandbox serves the frame to pages at any address of loopback: `localhost` is another origin than they are. */
export const frameAddress = (service: string): string =>
  `http://localhost:${new URL(service).port}/pay-frame.html`;

/** The element's attributes for a mode: what they are set to beside those that each mode needs. */
export function attributesFor(mode: Mode, service: string): Record<string, string> {
  return {
    'base-url': service,
    'publishable-key': 'pk_test_sandbox',
    amount: '10000',
    currency: 'SAR',
    ...(mode.form === 'frame' && { 'frame-src': frameAddress(service) }),
    ...(mode.challenge === 'dialog' && { challenge: 'frame' }),
  };
}

/** The script and the element, as a merchant writes them. An attribute that is undefined is left out. */
export function markup(
  mode: Mode,
  service: string,
  attributes: Readonly<Record<string, string | undefined>>,
): string {
  const all = Object.entries({ ...attributesFor(mode, service), ...attributes });
  const written = all.flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`]));
  return `<script type="module" src="/${mode.script}"></script><pay-checkout ${written.join(' ')}></pay-checkout>`;
}

/** The frame with the form. The one with the bank's page is no child of the place that this one has. */
export const cardFrame = (page: Page): FrameLocator => page.frameLocator('pay-checkout .place > iframe');

/** The element that has the fields in it: in a frame, it is the one in there. */
export const formOf = (page: Page, { form }: Pick<Mode, 'form'>): Locator =>
  form === 'frame' ? cardFrame(page).locator('pay-checkout') : page.locator('pay-checkout');

/** The bank's page, where it is shown in a dialog. */
export const bankFrame = (page: Page): FrameLocator => page.frameLocator('pay-checkout dialog iframe');

/** Answers the bank's page so that the payment goes through. */
export async function approve(page: Page, { challenge }: Pick<Mode, 'challenge'> = inPage): Promise<void> {
  if (challenge === 'redirect') await page.waitForURL('**/acs_emulator');
  const bank = challenge === 'redirect' ? page : bankFrame(page);
  await bank.getByRole('button', { name: /^Authenticated/ }).click();
}
