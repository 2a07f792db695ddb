import { settingNames } from '../element/form/settings.js';
import { createPayCheckoutComponent, type PayCheckoutProps } from './react-component.js';
import { renderForm } from './render-form.js';

/** The property names of the element's class, which a server cannot load; @lit/react looks them up on the prototype. */
const elementClass = {
  prototype: Object.fromEntries(
    [...settingNames, 'frameSrc', 'disabled', 'messages', 'name'].map((name) => [name, undefined]),
  ),
};

/** `<pay-checkout>` as a React component, for a server: its HTML has the form in it. */
export const PayCheckout = createPayCheckoutComponent(elementClass as never, renderServerForm);

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
