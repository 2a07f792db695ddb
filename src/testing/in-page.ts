import type { PageNotice, PageOutcome, ShownState } from './checkout-verbs.js';

/**
 * Functions that run in the page under test: a driver sends their source there, so each uses only what is in it.
 */

/** As much of the element as is used in the page. */
interface Checkout extends HTMLElement {
  readonly state: ShownState;
  readonly publishableKey?: string | null;
}

/** Forwards the elements' events to `notify`. */
export function listenInPage(notify: (notice: PageNotice) => void, target: EventTarget = document): void {
  const listen = (type: string, read: (detail: never) => PageNotice) =>
    target.addEventListener(type, (event) => notify(read((event as CustomEvent).detail as never)));
  listen('pay-redirect', ({ url }: { url: string }) => ({ type: 'redirect', url }));
  listen('pay-outcome', ({ outcome }: { outcome: PageOutcome }) => ({
    type: 'outcome',
    outcome: { status: outcome.status, paymentId: outcome.paymentId },
  }));
  listen('pay-error', ({ error }: { error: { code: string; message: string } }) => ({
    type: 'error',
    message: `pay-error, ${error.code}: ${error.message}`,
  }));
  listen('pay-invalid', ({ fields }: { fields: readonly { field: string; code: string }[] }) => ({
    type: 'error',
    message: `pay-invalid: ${fields.map(({ field, code }) => `${field} is ${code}`).join(', ')}`,
  }));
}

/** Waits until a payer could type, and says which form is in use; the state if no payer can. */
export async function readFormStatus(element: Element): Promise<{
  readonly key: string | null;
  readonly state: ShownState;
  readonly isFramed: boolean;
}> {
  await customElements.whenDefined(element.localName);
  const checkout = element as Checkout;
  const isBusy = () => ['waiting', 'paying', 'redirecting'].includes(checkout.state);
  while (isBusy())
    await new Promise((resolve) => {
      for (const type of ['pay-ready', 'pay-outcome', 'pay-error'])
        checkout.addEventListener(type, resolve, { once: true });
    });
  return {
    key: checkout.publishableKey ?? null,
    state: checkout.state,
    isFramed: checkout.hasAttribute('frame-src'),
  };
}

/** Chooses the fields of the card, which are the last choice where the form has more ways to pay. */
export async function chooseCard(element: Element): Promise<void> {
  const form = element as Element & { readonly updateComplete?: Promise<unknown> };
  await form.updateComplete;
  const choices = element.shadowRoot?.querySelectorAll<HTMLElement>('[part~="choice"] input') ?? [];
  [...choices].at(-1)?.click();
  await form.updateComplete;
}

/** Where STC Pay is in the form. */
export const stcFields = {
  mobile: 'input[autocomplete="tel-national"]',
  code: 'input[autocomplete="one-time-code"]',
  confirm: 'form:has(input[autocomplete="one-time-code"]) button[type="submit"]',
  /** Shown instead of the field for a code, if the number is refused. */
  refusal: '[part~="notice"].said',
} as const;

/** Throws unless a payer could pay. */
export function assertPayable(state: ShownState): void {
  if (state === 'ready' || state === 'failed') return;
  const why =
    state === 'misconfigured' ? 'the console of the page says which value is wrong' : 'nothing can be typed';
  throw new Error(`The checkout is ${state}: ${why}.`);
}
