import { createPayCheckoutComponent, type PayCheckoutProps } from './react-component.js';
import { takesCards } from '../element/form/load-methods.js';
import { renderForm } from './render-form.js';

/** `<pay-checkout>` as a React component, for a server: its HTML has the form in it. */
export const PayCheckout = createPayCheckoutComponent(renderServerForm);

/**
 * Returns '' for invalid values, which the element reports in the browser, for a form in a frame or without a card, and in a
 * page: test runners load this build too.
 */
function renderServerForm(props: PayCheckoutProps): string {
  const { lang = 'en', dir, amount, currency, networks, publishableKey, frameSrc } = props;
  if (typeof document !== 'undefined' || frameSrc || !takesCards(props)) return '';
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
