import * as React from 'react';
import { properties, reflectedProperties } from '../element/settings.js';
import type {
  PayCheckout as PayCheckoutElement,
  PayAttemptEvent,
  PayCancelEvent,
  PayChangeEvent,
  PayErrorEvent,
  PayInvalidEvent,
  PayOutcomeEvent,
  PayReadyEvent,
  PayRedirectEvent,
} from './element.js';
import type { Look } from './types/tags.js';

interface EventProps {
  readonly onPayReady?: ((event: PayReadyEvent) => void) | undefined;
  readonly onPayChange?: ((event: PayChangeEvent) => void) | undefined;
  readonly onPayInvalid?: ((event: PayInvalidEvent) => void) | undefined;
  readonly onPayAttempt?: ((event: PayAttemptEvent) => void) | undefined;
  readonly onPayRedirect?: ((event: PayRedirectEvent) => void) | undefined;
  readonly onPayOutcome?: ((event: PayOutcomeEvent) => void) | undefined;
  readonly onPayCancel?: ((event: PayCancelEvent) => void) | undefined;
  readonly onPayError?: ((event: PayErrorEvent) => void) | undefined;
}

type ElementProps = Partial<
  Pick<PayCheckoutElement, keyof typeof properties | keyof typeof reflectedProperties>
>;

/** Nothing can be paid without the two that are required. Their values may come later. */
export type PayCheckoutProps = Omit<React.HTMLAttributes<PayCheckoutElement>, keyof ElementProps> &
  EventProps &
  ElementProps &
  React.RefAttributes<PayCheckoutElement> & {
    readonly baseUrl: string | undefined;
    readonly publishableKey: string | undefined;
  };
export type PayCheckoutComponent = React.ForwardRefExoticComponent<PayCheckoutProps>;

/** React's types of a style know no custom properties. */
declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- this is how an interface of another module grows
  interface CSSProperties extends Look {}
}

const eventTypes: Readonly<Record<keyof EventProps, string>> = {
  onPayReady: 'pay-ready',
  onPayChange: 'pay-change',
  onPayInvalid: 'pay-invalid',
  onPayAttempt: 'pay-attempt',
  onPayRedirect: 'pay-redirect',
  onPayOutcome: 'pay-outcome',
  onPayCancel: 'pay-cancel',
  onPayError: 'pay-error',
};

/** React sets other props as attributes. React 18 sets every prop of a custom element as an attribute. */
const propertyNames: readonly string[] = Object.keys({ ...properties, ...reflectedProperties });

type Values = Readonly<Record<string, unknown>>;

function setProp(element: PayCheckoutElement, name: string, value: unknown, before: unknown): void {
  const type = (eventTypes as Readonly<Record<string, string>>)[name];
  // As on any control, the property `name` makes a text of everything.
  if (name === 'name' && (value === undefined || value === null)) return element.removeAttribute(name);
  if (type === undefined) return void Reflect.set(element, name, value);
  if (value === before) return;
  if (before) element.removeEventListener(type, before as EventListener);
  if (value) element.addEventListener(type, value as EventListener);
}

const subscribeToNothing = () => () => undefined;
const emptyHtml = { __html: '' };
/** React 18 warns about the hook on a server. */
const useEffectInPage = typeof document === 'undefined' ? () => undefined : React.useLayoutEffect;

/**
 * Creates the React component. Its HTML from a server contains the form, which the browser makes the element's shadow root
 * before React hydrates; React ignores that root. A component with children is rendered without the form.
 *
 * @param renderForm Returns the form's HTML, on a server.
 */
export function createPayCheckoutComponent(
  renderForm?: (props: PayCheckoutProps) => string,
): PayCheckoutComponent {
  const Component = React.forwardRef<PayCheckoutElement, PayCheckoutProps>((props, ref) => {
    const element = React.useRef<PayCheckoutElement>(null);
    const before = React.useRef<Values>({});
    const own: Record<string, unknown> = {};
    const attributes: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(props)) {
      if (name in eventTypes || propertyNames.includes(name)) own[name] = value;
      // React 18 has no `className` for custom elements.
      else attributes[name === 'className' ? 'class' : name] = value;
    }
    useEffectInPage(() => {
      if (!element.current) return;
      for (const name of Object.keys({ ...before.current, ...own }))
        setProp(element.current, name, own[name], before.current[name]);
      before.current = own;
    });
    React.useImperativeHandle(ref, () => element.current as PayCheckoutElement, []);
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
      };
    return React.createElement('pay-checkout', {
      ...attributes,
      ...serverHtml,
      suppressHydrationWarning: true,
      ref: element,
    });
  });
  Component.displayName = 'PayCheckout';
  return Component as PayCheckoutComponent;
}
