import type { PayError } from '../../error.js';
import type { ShownState } from '../checkout-verbs.js';

/** How an attempt ends: a status of `Outcome`, or the error that it is refused with. */
export type StandInAnswer = 'paid' | 'authorized' | 'failed' | 'unknown' | 'initiated' | PayError;

export interface StandInOutcome {
  readonly status: Exclude<StandInAnswer, PayError>;
  readonly paymentId: string;
  readonly payment?: { readonly id: string; readonly status: string } | undefined;
}

/** What a test does with the stand-in, beside what every page does with the element. */
export interface StandInControls {
  /** How the next attempts end, one after the other. An attempt without an answer is `paid`. */
  answerWith(...answers: StandInAnswer[]): void;
  /** Types a card, as a payer would: every field gets a text. */
  fillIn(): void;
  submit(options?: { readonly source?: object }): Promise<StandInOutcome>;
  readonly state: ShownState;
  checkValidity(): boolean;
  reportValidity(): boolean;
  reset(): void;
}

export type PayCheckoutStandIn = HTMLElement & StandInControls & Record<string, unknown>;

export interface StandInClass extends CustomElementConstructor {
  new (): PayCheckoutStandIn;
  readonly version: string;
  readonly isStandIn: true;
  define(tag?: string): void;
  addLanguage(tag: string, messages: object): void;
}

/** As much of a window as is needed: jsdom's, happy-dom's, or the global one. */
export interface StandInWindow {
  readonly HTMLElement: typeof HTMLElement;
  readonly customElements: CustomElementRegistry;
}
