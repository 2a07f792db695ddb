import type { ReactiveController } from '@lit/reactive-element';
import type { Outcome } from '../checkout/outcome.js';
import type { ExternalSource } from '../checkout/payment-method.js';
import type { CheckoutState } from '../checkout/state.js';
import type { MessageOverrides } from '../i18n/messages.js';
import type { Setting } from './settings.js';

export type Phase = CheckoutState['phase'];

/** What the page has set on the element, not judged yet: a page may set anything. */
export interface PageSettings {
  readonly values: Readonly<Record<Setting, unknown>>;
  /** The address of `pay-frame.html`, for the form in a frame. */
  readonly frameSrc: unknown;
  readonly disabled: boolean;
  readonly messages: MessageOverrides | undefined;
  /** What the merchant's endpoints are relative to: the page's address, or its `<base>`. */
  readonly pageUrl: string;
  /** The page's own address: it names a purchase that nothing else names. */
  readonly address: string;
}

/**
 * A form that takes one card payment. An element hands it what the page has set and what the page calls; it does not
 * know whether the form lives in the page or in a frame.
 */
export interface CardForm extends ReactiveController {
  readonly state: Phase;
  /** A payment was made, or may come of what was sent. No other form may take the place of this one. */
  readonly hasPayment: boolean;
  /** Something of what was set is being fetched. */
  readonly arriving?: Promise<void> | undefined;
  /** Takes over what the page has set. The element draws afterwards. */
  configure(settings: PageSettings): void;
  /** What Lit renders: a template, or a node. */
  render(): unknown;
  /**
   * Pays with what the form holds, or with what the page has obtained itself. Resolves with the first outcome; rejects
   * with a PayError. A second call while one runs answers the same promise.
   */
  submit(given?: ExternalSource): Promise<Outcome>;
  /** Whether nothing is wrong. Shows nothing. */
  check(): boolean;
  /** Whether nothing is wrong. What is wrong is shown, with the focus on the first field that is. */
  report(): boolean;
  reset(): void;
  focus(options?: FocusOptions): void;
  /** The element was removed for good: what was typed is gone, nothing is watched any more, and what was sent goes on. */
  disconnect(): void;
}
