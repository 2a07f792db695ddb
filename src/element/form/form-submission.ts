import { PayError } from '../../error.js';
import type { PayInvalidDetail } from '../browser/events.js';
import type { FormEvents } from '../browser/form-events.js';
import type { CheckoutMachine } from '../checkout/checkout-machine.js';
import type { Outcome } from '../checkout/outcome.js';
import type { ExternalSource } from '../checkout/payment-method.js';
import type { Price } from '../checkout/price.js';
import type { EventQueue } from './event-queue.js';
import type { FormValidity } from './form-validity.js';
import { createMethodsError } from './load-methods.js';
import type { MethodChoice } from './method-choice.js';

interface SubmissionParts {
  readonly checkout: CheckoutMachine;
  readonly validity: FormValidity;
  readonly events: FormEvents;
  readonly eventQueue: EventQueue;
  readonly isDisabled: () => boolean;
  /** Undefined until `pay-methods.js` has loaded. */
  readonly getChoice: () => MethodChoice | undefined;
  readonly loadMethods: () => Promise<void>;
}

/** What a press on Pay starts, or what the form still needs. */
export class FormSubmission {
  /** Whether the last attempt pays by the typed card. */
  isCardTyped = false;
  readonly #form: SubmissionParts;

  constructor(form: SubmissionParts) {
    this.#form = form;
  }

  submit(external?: ExternalSource, price?: Price): Promise<Outcome> {
    const { checkout, validity, isDisabled, getChoice } = this.#form;
    // The machine returns the promise under way, resolves with the outcome that there is, or rejects.
    if (!checkout.canSubmit) return this.#start(external, price);
    if (isDisabled()) {
      const isSheet = external !== undefined && price !== undefined;
      const problem = new PayError(isSheet ? 'canceled' : 'configuration', 'The element is disabled.', {
        field: 'disabled',
        retryable: isSheet,
      });
      // The page did not call `submit()` for a sheet, so only the notice and the event can report the problem.
      return isSheet ? this.#start(external, price, problem) : Promise.reject(problem);
    }
    const choice = getChoice();
    if (external?.type === 'stcpay' && !choice) return this.#submitWithMethods(external);
    if (!external && choice?.stcProblem) {
      choice.showProblem();
      return this.#refuse('The mobile number is not complete.', [
        { field: 'mobile', code: choice.stcProblem },
      ]);
    }
    const source = choice ? choice.takeSource(external) : external;
    this.isCardTyped = !source;
    if (!source && choice?.hasFields === false)
      return Promise.reject(
        new PayError('configuration', '`methods` has wallets alone: the payer presses a wallet’s button.', {
          field: 'methods',
        }),
      );
    const invalidFields = source ? [] : validity.showErrorsAndFocus();
    if (invalidFields.length > 0) return this.#refuse('The form is not complete.', invalidFields);
    return this.#start(source, price);
  }

  #start(source: ExternalSource | undefined, price: Price | undefined, problem?: PayError): Promise<Outcome> {
    return this.#form.checkout.submit(
      source
        ? { kind: 'external', source, ...(price && { price }), ...(problem && { problem }) }
        : { kind: 'card', save: this.#form.getChoice()?.isSaveWanted ?? false },
    );
  }

  #refuse(message: string, fields: PayInvalidDetail['fields']): Promise<never> {
    const { eventQueue, events } = this.#form;
    eventQueue.add(() => events.emitInvalid({ fields }));
    return Promise.reject(new PayError('card', message, { field: fields[0]?.field, retryable: true }));
  }

  /** Pays by a source that needs a field for a code: what cannot be confirmed is not begun. */
  async #submitWithMethods(source: ExternalSource): Promise<Outcome> {
    await this.#form.loadMethods();
    if (this.#form.getChoice()) return this.submit(source);
    throw createMethodsError();
  }
}
