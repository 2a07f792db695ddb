import { createComponent } from '@lit/react';
// Node resolves `@lit/react` to a build that sets no properties, also where a test runner has made a page.
import { createComponent as createInPage } from '../../node_modules/@lit/react/create-component.js';
import { properties, reflectedProperties } from '../element/settings.js';
import { createBaseComponent, createPayCheckoutComponent, type PayCheckoutProps } from './react-component.js';
import { renderForm } from './render-form.js';

/** The property names of the element's class, which a server cannot load; @lit/react looks them up on the prototype. */
const elementClass = {
  prototype: { ...properties, ...reflectedProperties },
};

const OnServer = createBaseComponent(createComponent, elementClass as never);
const InPage = createBaseComponent(createInPage, elementClass as never);

/**
 * `<pay-checkout>` as a React component, for a server: its HTML has the form in it. Test runners that make a page in Node
 * load this build too, so the component finds out where it is.
 */
export const PayCheckout = createPayCheckoutComponent(() => {
  if (typeof document === 'undefined') return OnServer;
  adviseUnregistered();
  return InPage;
}, renderServerForm);

let hasAdvised = false;

/** This build brings no element. */
function adviseUnregistered(): void {
  if (hasAdvised || customElements.get('pay-checkout')) return;
  hasAdvised = true;
  // eslint-disable-next-line no-console -- a tag without its element shows nothing, and nothing else tells
  console.warn(
    '<pay-checkout> is not registered: in a test, call defineStandIn() of pay-checkout/testing/dom first; in a page, let the bundler use the condition “browser”.',
  );
}

/** Returns '' for invalid values, which the element reports in the browser, and for a form in a frame. */
function renderServerForm(props: PayCheckoutProps): string {
  const { lang = 'en', dir, amount, currency, networks, publishableKey, frameSrc } = props;
  if (typeof document !== 'undefined' || frameSrc) return '';
  try {
    return renderForm({
      lang,
      dir: dir === 'rtl' || dir === 'ltr' ? dir : undefined,
      amount,
      currency,
      networks,
      test: publishableKey?.startsWith('pk_test_') ?? false,
    });
  } catch {
    return '';
  }
}
