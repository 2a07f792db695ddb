import 'pay-checkout';
import type { PayOutcomeEvent } from 'pay-checkout';
import type {} from 'pay-checkout/types/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createIntent, price } from '../intent';

function Shop() {
  const [quantity, setQuantity] = useState(1);
  const [open, setOpen] = useState(true);
  const [result, setResult] = useState('');

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
      {open && (
        <pay-checkout
          base-url={import.meta.env.VITE_PAY_BASE_URL}
          publishable-key="pk_test_sandbox"
          amount={price * quantity}
          currency="SAR"
          metadata={{ order: '7' }}
          fetchIntent={() => createIntent(quantity)}
          onpay-outcome={onOutcome}
        />
      )}
      <output>{result}</output>
    </>
  );
}

createRoot(document.querySelector('#app')!).render(<Shop />);
