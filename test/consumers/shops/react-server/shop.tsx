import type { PayOutcomeEvent } from 'pay-checkout';
import { useState } from 'react';
import { ComponentCheckout } from './component';
import { TagCheckout } from './tag';

export interface CheckoutProps {
  readonly baseUrl: string;
  readonly quantity: number;
  readonly onOutcome: (event: PayOutcomeEvent) => void;
}

/** The checkout as a tag, or as the component. */
export function Shop({ as, baseUrl }: { readonly as: string; readonly baseUrl: string }) {
  const [quantity, setQuantity] = useState(1);
  const [open, setOpen] = useState(true);
  const [result, setResult] = useState('');
  const Checkout = as === 'tag' ? TagCheckout : ComponentCheckout;

  function onOutcome(event: PayOutcomeEvent) {
    event.preventDefault(); // The shop says it itself, in place of going to the callback.
    const { status, paymentId } = event.detail.outcome;
    setResult(`${status} ${paymentId}`);
  }

  return (
    <>
      <h1>Shop</h1>
      <button onClick={() => setQuantity(quantity + 1)}>One more</button>
      <button onClick={() => setOpen(!open)}>Basket</button>
      {open && <Checkout baseUrl={baseUrl} quantity={quantity} onOutcome={onOutcome} />}
      <output>{result}</output>
    </>
  );
}
