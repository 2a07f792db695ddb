import 'pay-checkout';
import type { PayCheckout, PayOutcomeEvent } from 'pay-checkout';
import type {} from 'pay-checkout/types/react';
import { price } from '../intent';
import type { CheckoutProps } from './shop';

/**
 * React 19 sets no property and adds no listener where it takes over HTML from the server. So what can be an
 * attribute is one, and a ref does the rest.
 */
export function TagCheckout({ baseUrl, quantity, onOutcome }: CheckoutProps) {
  function attach(checkout: PayCheckout) {
    checkout.metadata = { order: '7' };
    const listener = (event: PayOutcomeEvent) => onOutcome(event);
    checkout.addEventListener('pay-outcome', listener);
    return () => checkout.removeEventListener('pay-outcome', listener);
  }

  return (
    <pay-checkout
      ref={attach}
      className="checkout"
      base-url={baseUrl}
      publishable-key="pk_test_sandbox"
      intent-url={`/intent?quantity=${quantity}`}
      amount={price * quantity}
      currency="SAR"
    />
  );
}
