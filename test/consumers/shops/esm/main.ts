import 'pay-checkout';
import type { SavedCardEntry } from 'pay-checkout';
import { createIntent, price } from '../intent';

const main = document.querySelector('main')!;
const output = document.querySelector('output')!;
const checkout = document.createElement('pay-checkout');
let quantity = 1;

checkout.baseUrl = import.meta.env.VITE_PAY_BASE_URL;
checkout.publishableKey = 'pk_test_sandbox';
checkout.amount = price;
checkout.currency = 'SAR';
checkout.metadata = { order: '7' };
checkout.savedCards = [] satisfies SavedCardEntry[];
checkout.fetchIntent = () => createIntent(quantity);
checkout.addEventListener('pay-outcome', (event) => {
  event.preventDefault(); // The shop says it itself, in place of going to the callback.
  const { status, paymentId } = event.detail.outcome;
  output.value = `${status} ${paymentId}`;
});
main.append(checkout);

document.querySelector('#more')?.addEventListener('click', () => {
  checkout.amount = price * ++quantity;
});
document.querySelector('#basket')?.addEventListener('click', () => {
  if (checkout.isConnected) checkout.remove();
  else main.append(checkout);
});
