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
import type { createComponent, EventName } from '@lit/react';
import type { Look } from './types/look.js';

/** @param elementClass @lit/react looks up on its prototype which names are properties, and not attributes. */
export const createBaseComponent = (
  create: typeof createComponent,
  elementClass: typeof PayCheckoutElement,
) =>
  create({
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

type BaseComponent = ReturnType<typeof createBaseComponent>;
type BaseProps = React.ComponentProps<BaseComponent>;
/** Nothing can be paid without the two that are required. Their values may come later. */
export type PayCheckoutProps = BaseProps & {
  readonly baseUrl: string | undefined;
  readonly publishableKey: string | undefined;
};
export type PayCheckoutComponent = React.ForwardRefExoticComponent<PayCheckoutProps>;

/** React's types of a style know no custom properties. */
declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- this is how an interface of another module grows
  interface CSSProperties extends Look {}
}

const subscribeToNothing = () => () => undefined;
const emptyHtml = { __html: '' };

/**
 * Creates the React component. Its HTML from a server contains the form, which the browser makes the element's shadow root
 * before React hydrates; React ignores that root. A component with children is rendered without the form.
 *
 * @param getBase Called for each render.
 * @param renderForm Returns the form's HTML, on a server.
 */
export function createPayCheckoutComponent(
  getBase: () => BaseComponent,
  renderForm?: (props: PayCheckoutProps) => string,
): PayCheckoutComponent {
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
    return React.createElement(getBase(), { ...props, ...serverHtml, ref } as PayCheckoutProps);
  });
  Component.displayName = 'PayCheckout';
  return Component as PayCheckoutComponent;
}
