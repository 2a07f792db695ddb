import { settingNames } from '../form/settings.js';
import { payCheckout, type PayCheckoutProps } from './react-component.js';
import { renderForm } from './render-form.js';

/** Stands for the element's class, which only a page can load: the component asks it which names are properties. */
const elementClass = {
  prototype: Object.fromEntries(
    [...settingNames, 'frameSrc', 'disabled', 'messages', 'name'].map((name) => [name, undefined]),
  ),
};

/** `<pay-checkout>` as a React component, for a server: its HTML has the form in it. */
export const PayCheckout = payCheckout(elementClass as never, formOf);

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
