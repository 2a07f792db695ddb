import { isPaidOrAuthorized } from '../checkout/purchase.js';
import type { CheckoutState } from '../checkout/state.js';

/** What the form around the element, and style sheets, learn of a card form. */
export interface FormStatus {
  readonly phase: CheckoutState['phase'];
  /** Why the form around the element cannot be sent; `none` when nothing is wrong. */
  readonly problem: {
    readonly kind: 'none' | 'valueMissing' | 'badInput' | 'customError';
    readonly message: string;
  };
}

/** Makes an element a control of the form around it, and shows its phase as a custom state: `:state(paying)`. */
export class FormControl {
  /** Undefined in browsers without `ElementInternals`. */
  readonly internals: ElementInternals | undefined;
  #phase: FormStatus['phase'] | undefined;

  constructor(host: HTMLElement) {
    this.internals = host.attachInternals?.();
  }

  /** Fires `invalid` where something is wrong, as an input does. */
  checkValidity(): boolean | undefined {
    return this.internals?.checkValidity();
  }

  /**
   * @param paymentId Of the payment that there is, if any. The control has it as its value once the payment went
   *   through.
   * @param anchor Where the browser points its message to.
   */
  update({ phase, problem }: FormStatus, paymentId: string | undefined, anchor?: HTMLElement): void {
    this.updatePhase(phase);
    const isDone = isPaidOrAuthorized(phase);
    this.internals?.setFormValue((isDone && paymentId) || null);
    if (isDone || problem.kind === 'none') this.internals?.setValidity({});
    // Browsers refuse an empty message.
    else this.internals?.setValidity({ [problem.kind]: true }, problem.message || problem.kind, anchor);
  }

  /** Updates the custom state at once, because an event listener may match `:state()`. */
  updatePhase(phase: FormStatus['phase']): void {
    if (phase === this.#phase) return;
    const states = this.internals?.states;
    if (this.#phase) states?.delete(this.#phase);
    this.#phase = phase;
    try {
      states?.add(phase);
    } catch {
      // Chromium before 125 takes names with two dashes only; the form works without the state.
    }
  }
}
