import type { ReactiveElement } from '@lit/reactive-element';
import { adviseDeveloper } from '../browser/advise-developer.js';
import { createPaymentId } from '../browser/clock.js';
import type { FieldName } from '../card/card.js';
import type { Clock, Page, Ports } from '../checkout/ports.js';
import { fulfil } from '../gateway/fulfil.js';
import { sendOnline } from '../gateway/send-online.js';
import type { EventQueue } from './event-queue.js';
import type { FieldSet } from './field-set.js';
import type { FormPorts } from './form-ports.js';
import type { MethodChoice } from './method-choice.js';

interface PortParts {
  readonly host: ReactiveElement;
  readonly clock: Clock;
  readonly eventQueue: EventQueue;
  readonly getFields: () => FieldSet;
  /** Undefined until `pay-methods.js` has loaded. */
  readonly getChoice: () => MethodChoice | undefined;
  /** Whether the last attempt pays by the typed card. */
  readonly isCardTyped: () => boolean;
  readonly clear: Page['clear'];
  readonly focusOn: (field: FieldName | undefined) => void;
}

/** What the machine does in the world: the service, the page around the form, and the form itself. */
export function createCheckoutPorts(
  { merchant, attemptStore, navigation, events }: FormPorts,
  { host, clock, eventQueue, getFields, getChoice, isCardTyped, clear, focusOn }: PortParts,
): Ports {
  return {
    ...{ clock, merchant, attemptStore, navigation },
    gateway: {
      fulfil: (attempt, method) => sendOnline(host, attempt.config.baseUrl, () => fulfil(attempt, method)),
      // A code is typed into a field of the loaded module.
      sendCode: (config, ...code) =>
        sendOnline(host, config.baseUrl, () => (getChoice() as MethodChoice).sendCode(config, ...code)),
    },
    page: {
      newPaymentId: createPaymentId,
      readCode: () => getChoice()?.readCode(),
      readCard: () => getFields().validate(),
      clear,
      emitReady: () => eventQueue.add(() => events.emitReady()),
      emitAttempt: (paymentId, method) => events.emitAttempt(paymentId, method),
      emitRedirect: (url, payment) => events.emitRedirect(url, payment),
      emitOutcome: (outcome, differs) => {
        // An outcome may navigate away, so the page gets its event at once, even while the form waits for its locale.
        if (outcome.payment) eventQueue.flush();
        if (!eventQueue.isHolding) return events.emitOutcome(outcome, differs);
        eventQueue.add(() => events.emitOutcome(outcome, differs));
        return host.isConnected;
      },
      emitError: (error) => {
        getChoice()?.refuseCard(error);
        // Service errors about an external source concern no field.
        if (isCardTyped()) getFields().showServiceErrors(error.errors ?? {});
        if (error.code === 'card') focusOn(getFields().firstWithError);
        eventQueue.add(() => events.emitError(error));
      },
      adviseDeveloper: (...advice) => adviseDeveloper(host, ...advice),
    },
  };
}
