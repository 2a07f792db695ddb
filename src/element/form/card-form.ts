import type { ReactiveController } from '@lit/reactive-element';
import type { Outcome, Phase } from '../checkout/outcome.js';
import type { ExternalSource } from '../checkout/payment-method.js';
import type { Price } from '../checkout/price.js';
import type { MessageOverrides } from '../i18n/messages.js';
import type { Setting } from '../settings.js';

/** What the page has set on the element, not validated yet: a page may set anything. */
export interface PageSettings {
  readonly values: Readonly<Record<Setting, unknown>>;
  readonly disabled: boolean;
  readonly messages: MessageOverrides | undefined;
  /** The document's base URL, to which the merchant's endpoints are relative. */
  readonly documentBaseUrl: string;
  /** The page's URL, which names a purchase without `reference`, intent URL or intent. */
  readonly documentUrl: string;
}

/**
 * A form that takes one card payment. An element passes the page's settings and calls to the form, and does not know
 * whether the form is in the page or in a frame.
 */
export interface CardForm extends ReactiveController {
  readonly state: Phase;
  /** A payment was made, or may come of a request that was sent: no other form may replace this form. */
  readonly hasPayment: boolean;
  /** Resolves when the code that the settings need has loaded. */
  readonly loading?: Promise<void> | undefined;
  /** Applies the page's settings. The element renders afterwards. */
  configure(settings: PageSettings): void;
  /** What Lit renders: a template, or a node. */
  render(): unknown;
  /**
   * Pays with the card in the form, or with a source that the page has obtained itself. Resolves with the first outcome;
   * rejects with a PayError. A second call during an attempt returns the promise of the first call.
   *
   * @param price What a wallet's sheet has shown the payer: nothing else is charged.
   */
  submit(source?: ExternalSource, price?: Price): Promise<Outcome>;
  /** Whether the form is valid. Shows no errors. */
  checkValidity(): boolean;
  /** Whether the form is valid. Shows every error and focuses the first invalid field. */
  reportValidity(): boolean;
  reset(): void;
  focus(options?: FocusOptions): void;
  /**
   * The element was removed: clears the card and stops watching. A request that was sent continues, but its response is
   * lost where the form is in a frame.
   */
  disconnect(): void;
}
