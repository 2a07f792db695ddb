import { PayCheckout } from 'pay-checkout/react';
import { createIntent, price } from '../intent';
import type { CheckoutProps } from './shop';

export function ComponentCheckout({ baseUrl, quantity, onOutcome }: CheckoutProps) {
  return (
    <PayCheckout
      className="checkout"
      baseUrl={baseUrl}
      publishableKey="pk_test_sandbox"
      amount={price * quantity}
      currency="SAR"
      metadata={{ order: '7' }}
      fetchIntent={() => createIntent(quantity)}
      onPayOutcome={onOutcome}
    />
  );
}
