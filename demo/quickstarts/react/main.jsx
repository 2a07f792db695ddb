import { PayCheckout } from 'pay-checkout/react';
import { createRoot } from 'react-dom/client';

function Checkout() {
  return (
    <PayCheckout
      checkoutUrl="/checkout/7"
      baseUrl="http://127.0.0.1:4010/v1"
      publishableKey="pk_test_sandbox"
      amount={10000}
      currency="SAR"
      onPayOutcome={({ detail }) => console.log(detail.outcome.status)}
    />
  );
}

createRoot(document.querySelector('#app')).render(<Checkout />);
