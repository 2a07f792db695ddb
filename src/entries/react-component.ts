import { createComponent } from '@lit/react';
import * as React from 'react';
import type {
  PayCheckout as PayCheckoutElement,
  PayAttemptEvent,
  PayChangeEvent,
  PayErrorEvent,
  PayInvalidEvent,
  PayOutcomeEvent,
  PayReadyEvent,
  PayRedirectEvent,
} from './element.js';
import type { EventName } from '@lit/react';

const plainComponent = (elementClass: typeof PayCheckoutElement) =>
  createComponent({
    tagName: 'pay-checkout',
    elementClass,
    react: React,
    events: {
      onPayReady: 'pay-ready' as EventName<PayReadyEvent>,
      onPayChange: 'pay-change' as EventName<PayChangeEvent>,
      onPayInvalid: 'pay-invalid' as EventName<PayInvalidEvent>,
      onPayAttempt: 'pay-attempt' as EventName<PayAttemptEvent>,
      onPayRedirect: 'pay-redirect' as EventName<PayRedirectEvent>,
      onPayOutcome: 'pay-outcome' as EventName<PayOutcomeEvent>,
      onPayError: 'pay-error' as EventName<PayErrorEvent>,
    },
  });

export type PayCheckoutComponent = ReturnType<typeof plainComponent>;
export type PayCheckoutProps = React.ComponentProps<PayCheckoutComponent>;

const never = () => () => undefined;
const nothing = { __html: '' };

/**
 * The component, whose HTML from a server has the form in it. React leaves alone what it has not made: the form becomes
 * the element's shadow root before React is there. With children of the element's own that is not to be had.
 *
 * @param elementClass Tells by its prototype what is a property, and no attribute.
 * @param formOf Makes the form's HTML, on a server.
 */
export function payCheckout(
  elementClass: typeof PayCheckoutElement,
  formOf?: (props: PayCheckoutProps) => string,
): PayCheckoutComponent {
  const Plain = plainComponent(elementClass);
  const Component = React.forwardRef<PayCheckoutElement, PayCheckoutProps>((props, ref) => {
    // True on a server and while React takes its HTML over. What a browser alone makes needs no HTML.
    const fromServer = React.useSyncExternalStore(
      never,
      () => false,
      () => true,
    );
    const empty = props.children === undefined || props.children === null;
    const inside = fromServer &&
      empty && {
        dangerouslySetInnerHTML: formOf ? { __html: formOf(props) } : nothing,
        suppressHydrationWarning: true,
      };
    return React.createElement(Plain, { ...props, ...inside, ref } as PayCheckoutProps);
  });
  Component.displayName = 'PayCheckout';
  return Component as PayCheckoutComponent;
}
