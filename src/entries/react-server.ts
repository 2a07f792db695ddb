import { payCheckout, type PayCheckoutProps } from './react-component.js';
import { renderForm } from './render-form.js';

/** `<pay-checkout>` as a React component, for a server: its HTML has the form in it. */
export const PayCheckout = payCheckout(formOf);

/** Wrong values are said by the element itself, in the page. A form in a frame takes no card here. */
function formOf(props: PayCheckoutProps): string {
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
