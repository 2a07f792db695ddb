import { PayError } from '../error.js';
import type { CardForm, PageSettings } from '../form/card-form.js';
import { FormInPage } from '../form/form-in-page.js';
import { takeToBank } from '../form/way-to-bank.js';
import { merchant } from '../gateway/merchant.js';
import { goBack } from '../page/go-back.js';
import { BrowserPurchases } from '../page/purchases.js';
import type { MessageOverrides, Words } from '../words/messages.js';
import { CheckoutElement } from './checkout-element.js';
import type { Release } from './release.js';

/**
 * Takes one card payment for one payment intent: collects the card, creates the payment in the payer's own browser,
 * and takes the payer to 3-D Secure and back. Use it where the merchant's server has made the intent, or can make it
 * when asked. Not for saving cards, and not for reading what became of a payment: that is the server's to do.
 *
 * @attr {string} name - Under which the payment's id is submitted with the form around the element.
 * @fires {PayReadyEvent} pay-ready - The form can be used.
 * @fires {PayChangeEvent} pay-change - How far the payer is; never what was typed.
 * @fires {PayInvalidEvent} pay-invalid - A submit was refused by validation.
 * @fires {PayAttemptEvent} pay-attempt - Cancelable. About to send; the payment's id is already known.
 * @fires {PayRedirectEvent} pay-redirect - Cancelable. About to leave for 3-D Secure.
 * @fires {PayOutcomeEvent} pay-outcome - Cancelable. An outcome was reached.
 * @fires {PayErrorEvent} pay-error - An attempt ended before there was an outcome.
 * @slot summary - Order details, above the form.
 * @slot footer - Below the form.
 * @csspart form - Everything.
 * @csspart field - One label, input and message.
 * @csspart label - A field's label.
 * @csspart hint - What a label adds.
 * @csspart input - A field's input.
 * @csspart error - A field's message.
 * @csspart brand - The mark of a card network.
 * @csspart choice - One saved card, or another card.
 * @csspart notice - What the payer must know.
 * @csspart button - The button that pays.
 * @cssstate waiting - Values are missing, and are waited for.
 * @cssstate misconfigured - A value is wrong, or still missing after 3 s.
 * @cssstate ready - The form can be used.
 * @cssstate paying - The payment is being made.
 * @cssstate redirecting - The page is about to leave for 3-D Secure.
 * @cssstate paid - The payment went through.
 * @cssstate authorized - The amount is reserved, and not captured yet.
 * @cssstate failed - The payment was declined.
 * @cssstate unknown - The payment was sent, and nobody knows yet what became of it.
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
 * @cssprop [--pay-font] - Font family.
 * @cssprop [--pay-font-size] - Font size.
 */
export class PayCheckout extends CheckoutElement<Words> {
  /** How this build fetches what is not in its own file. Each entry sets it before it registers the element. */
  declare static release: Release;

  /**
   * Adds a language, for every element on the page, or replaces the words of one.
   *
   * @param tag A BCP 47 tag, as in `lang`: `pt-BR`.
   * @throws {RangeError} when the tag is none.
   */
  static addLanguage(tag: string, messages: MessageOverrides): void {
    this.release.languages.add(tag, messages);
  }

  readonly #formInPage = new FormInPage(this.shadowRoot as ShadowRoot, {
    merchant,
    purchases: new BrowserPurchases(),
    navigation: {
      go: goBack,
      toBank: (url, { id }) => takeToBank(this.way, this.pageSettings, url, id),
    },
    events: this.events,
    control: this.control,
    language: this.language,
    redraw: () => this.updates.request(),
    loadSavedCards: () => PayCheckout.release.loadSavedCards(),
  });
  protected override cardForm: CardForm = this.#formInPage;
  /** The page's side of the form in a frame is on its way; until it is there, the form in the page shows a skeleton. */
  #fetchesFrame = false;
  #frameSrc: string | undefined;

  constructor() {
    super(PayCheckout.release, true);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // At once: a frame in the page's HTML that is out of sight for a moment loses the focus, and what is typed then.
    this.#chooseForm();
  }

  protected override configure(settings: PageSettings): void {
    this.#chooseForm();
    if (!this.#fetchesFrame) super.configure(settings);
  }

  /** The only place that knows where a form may live. What is about frames is fetched by the pages that use them. */
  #chooseForm(): void {
    if (this.frameSrc === this.#frameSrc) return;
    this.#frameSrc = this.frameSrc;
    const inPage = this.cardForm === this.#formInPage;
    this.#fetchesFrame = Boolean(this.frameSrc) && inPage;
    if (this.#fetchesFrame) {
      this.#formInPage.pause();
      // A payer may be typing into the frame already, where it is in the page's HTML.
      const slot = Object.assign(document.createElement('slot'), { name: 'frame' });
      this.cardForm.content.replaceWith(slot);
      slot.append(this.cardForm.content);
      void this.#fetchFrame();
    } else if (!this.frameSrc && !inPage) this.#use(this.#formInPage);
  }

  async #fetchFrame(): Promise<void> {
    try {
      const { FormInFrame } = await PayCheckout.release.loadFrameHost();
      if (!this.#fetchesFrame) return;
      this.#use(
        new FormInFrame(this, {
          events: this.events,
          control: this.control,
          way: this.way,
          changed: () => this.updates.request(),
        }),
      );
    } catch (cause) {
      if (!this.#fetchesFrame) return;
      this.#formInPage.refuse(new PayError('network', 'pay-framed.js did not load.', { cause }));
    }
  }

  #use(form: CardForm): void {
    this.#fetchesFrame = false;
    this.cardForm.disconnect();
    const { content } = this.cardForm;
    (content.closest('slot') ?? content).replaceWith(form.content);
    this.cardForm = form;
    if (this.isConnected) form.connect();
    this.updates.request();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-checkout': PayCheckout;
  }
}
