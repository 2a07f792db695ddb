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

const createBaseComponent = (elementClass: typeof PayCheckoutElement) =>
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

export type PayCheckoutComponent = ReturnType<typeof createBaseComponent>;
export type PayCheckoutProps = React.ComponentProps<PayCheckoutComponent>;

const subscribeToNothing = () => () => undefined;
const emptyHtml = { __html: '' };

/**
 * Creates the React component. Its HTML from a server contains the form, which the browser makes the element's shadow root
 * before React hydrates; React ignores that root. A component with children is rendered without the form.
 *
 * @param elementClass @lit/react looks up on its prototype which names are properties, and not attributes.
 * @param renderForm Returns the form's HTML, on a server.
 */
export function createPayCheckoutComponent(
  elementClass: typeof PayCheckoutElement,
  renderForm?: (props: PayCheckoutProps) => string,
): PayCheckoutComponent {
  const BaseComponent = createBaseComponent(elementClass);
  const Component = React.forwardRef<PayCheckoutElement, PayCheckoutProps>((props, ref) => {
    // True on a server and during hydration: an element that is created in the browser needs no HTML.
    const fromServer = React.useSyncExternalStore(
      subscribeToNothing,
      () => false,
      () => true,
    );
    const hasChildren = props.children !== undefined && props.children !== null;
    const serverHtml = fromServer &&
      !hasChildren && {
        dangerouslySetInnerHTML: renderForm ? { __html: renderForm(props) } : emptyHtml,
        suppressHydrationWarning: true,
      };
    return React.createElement(BaseComponent, { ...props, ...serverHtml, ref } as PayCheckoutProps);
  });
  Component.displayName = 'PayCheckout';
  return Component as PayCheckoutComponent;
}
