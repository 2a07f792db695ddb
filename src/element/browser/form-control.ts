import { isPaidOrAuthorized } from '../checkout/purchase.js';
import type { CheckoutState } from '../checkout/state.js';

/** What the form around the element, and style sheets, learn of a card form. */
export interface FormStatus {
  readonly phase: CheckoutState['phase'];
  /** What is wrong with the fields: `none` when they are complete. The message says why the form around cannot be sent. */
  readonly problem: {
    readonly kind: 'none' | 'valueMissing' | 'badInput' | 'customError';
    readonly message: string;
  };
}

/** Makes an element a control of the form around it, and shows its phase as a custom state: `:state(paying)`. */
export class FormControl {
  /** Undefined in browsers without `ElementInternals`, and in jsdom, whose own have no part of a form control. */
  readonly internals: ElementInternals | undefined;
  #phase: FormStatus['phase'] | undefined;
  readonly #onPhase: () => void;

  /** @param onPhase Called after each change of the phase. */
  constructor(host: HTMLElement, onPhase: () => void = () => undefined) {
    this.#onPhase = onPhase;
    const internals = host.attachInternals?.() as Partial<ElementInternals> | undefined;
    this.internals = internals?.setFormValue && (internals as ElementInternals);
    // The form around the element may be sent before the first update, and nothing is paid yet.
    this.internals?.setValidity({ customError: true }, '…');
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
    this.#updatePhase(phase);
    const isDone = isPaidOrAuthorized(phase);
    this.internals?.setFormValue((isDone && paymentId) || null);
    if (isDone) return this.internals?.setValidity({});
    // Complete fields are no payment: the form around the element stays until there is one.
    const kind = problem.kind === 'none' ? 'customError' : problem.kind;
    // Browsers refuse an empty message.
    this.internals?.setValidity({ [kind]: true }, problem.message || kind, anchor);
  }

  #updatePhase(phase: FormStatus['phase']): void {
    if (phase === this.#phase) return;
    const states = this.internals?.states;
    if (this.#phase) states?.delete(this.#phase);
    this.#phase = phase;
    try {
      states?.add(phase);
    } catch {
      // Chromium before 125 takes names with two dashes only; the form works without the state.
    }
    this.#onPhase();
  }
}
