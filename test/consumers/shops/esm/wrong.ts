import 'pay-checkout';

document.createElement('pay-checkout').amount = '1.00';
document
  .querySelector('pay-checkout')
  ?.addEventListener('pay-outcome', (event) => event.detail.outcome.status === 'refunded');
