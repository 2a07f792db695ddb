import type { PropertyValues } from '@lit/reactive-element';
import { CardFormController } from './form/card-form-controller.js';
import { findServerRendered, FormRoot } from './form/server-rendered/form-root.js';
import { formStyles } from './form/styles.js';
import { goToChallenge } from './form/go-to-challenge.js';
import { merchant } from './gateway/merchant-api.js';
import { goToReturnUrl } from './browser/window.js';
import { adviseDeveloper } from './browser/advise-developer.js';
import { BrowserAttemptStore } from './browser/attempt-store.js';
import type { MessageOverrides, LocaleMessages } from './i18n/messages.js';
import { CheckoutElement } from './checkout-element.js';
import type { BuildDependencies } from './register.js';

/**
 * Takes one payment for one payment intent, by a card, a wallet or STC Pay: creates the payment in the payer's own browser,
 * and takes the payer to 3-D Secure and back. Use it where the merchant's server has made the intent, or can make it
 * when asked. Not for saving a card without a payment. What it shows of a payment is no proof: the merchant's server decides.
 *
 * @attr {string} name - The name under which the payment's id is submitted with the surrounding form.
 * @fires {PayReadyEvent} pay-ready - The form can be used.
 * @fires {PayChangeEvent} pay-change - How far the payer is; never what was typed.
 * @fires {PayInvalidEvent} pay-invalid - A submit was refused by validation.
 * @fires {PayAttemptEvent} pay-attempt - Cancelable. About to send; the payment's id is already known.
 * @fires {PayRedirectEvent} pay-redirect - Cancelable. About to leave for 3-D Secure.
 * @fires {PayOutcomeEvent} pay-outcome - Cancelable. An outcome was reached.
 * @fires {PayCancelEvent} pay-cancel - The payer has closed a wallet's sheet without authorizing the payment.
 * @fires {PayErrorEvent} pay-error - An attempt ended before there was an outcome.
 * @slot summary - Order details, above the form.
 * @slot footer - Below the form.
 * @csspart form - Everything.
 * @csspart field - One label, input and message.
 * @csspart label - A field's label.
 * @csspart hint - What a saved card adds: its expiry date, and why it can't be chosen.
 * @csspart input - A field's input.
 * @csspart error - A field's message.
 * @csspart brand - The mark of a card network.
 * @csspart choice - One saved card, or another card.
 * @csspart wallets - The row of the wallets' buttons.
 * @csspart method - One wallet's button.
 * @csspart notice - What the payer must know.
 * @csspart button - The button that pays.
 * @cssstate waiting - Values are missing, and are waited for.
 * @cssstate misconfigured - A value is wrong, or still missing after 3 s.
 * @cssstate ready - The form can be used.
 * @cssstate paying - The payment is being made.
 * @cssstate redirecting - The page is about to leave for 3-D Secure.
 * @cssstate confirming - The payer types the code that STC Pay has sent.
 * @cssstate paid - The payment went through.
 * @cssstate authorized - The amount is reserved, and not captured yet.
 * @cssstate failed - The payment was declined.
 * @cssstate unknown - The payment was sent, and its result is not known yet.
 * @cssstate expired - The intent cannot be paid any more; it takes a new one.
 * @cssprop [--pay-accent] - Focus ring and button.
 * @cssprop [--pay-on-accent] - Text on the button.
 * @cssprop [--pay-text] - Text.
 * @cssprop [--pay-muted] - Hints and placeholders.
 * @cssprop [--pay-surface] - Background of inputs and notices.
 * @cssprop [--pay-border] - Borders of inputs.
 * @cssprop [--pay-danger] - Errors.
 * @cssprop [--pay-success] - A payment that went through.
 * @cssprop [--pay-radius] - Corners.
 * @cssprop [--pay-spacing] - Distance between fields.
 * @cssprop [--pay-font] - Font family; the number, the date and the code stay in the system's.
 * @cssprop [--pay-font-size] - Font size.
 */
export class PayCheckout extends CheckoutElement<LocaleMessages> {
  /** How this build fetches what is not in its own file. Each entry sets it before it registers the element. @internal */
  declare static dependencies: BuildDependencies;

  /**
   * Adds a language, for every element on the page, or replaces the words of one.
   *
   * @param tag A BCP 47 tag, as in `lang`: `pt-BR`.
   * @throws {RangeError} when the tag is none.
   */
  static addLanguage(tag: string, messages: MessageOverrides): void {
    this.dependencies.locales.add(tag, messages);
  }

  static override styles = [...formStyles];

  /** @internal */
  protected override readonly cardForm = new CardFormController(this, {
    merchant,
    attemptStore: new BrowserAttemptStore((advice) => adviseDeveloper(this, advice)),
    navigation: {
      go: (url) => goToReturnUrl(this, url),
      openChallenge: (url, { id }) => goToChallenge(this.challengeContext, this.pageSettings, url, id),
    },
    events: this.events,
    control: this.control,
    language: this.language,
    loadMethods: () => PayCheckout.dependencies.loadMethods(),
  });
  #formRoot: FormRoot | undefined;

  /** @internal */
  constructor() {
    super(PayCheckout.dependencies);
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const { shadowRoot } = this;
    const serverRendered = shadowRoot && findServerRendered(shadowRoot);
    const root = super.createRenderRoot();
    this.#formRoot = new FormRoot(root, this, serverRendered);
    return root;
  }

  /** Renders like LitElement, but hydrates a server-rendered form. */
  protected override update(changed: PropertyValues<this>): void {
    const template = this.cardForm.render();
    super.update(changed);
    this.#formRoot?.render(template);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-checkout': PayCheckout;
  }
}
