import type { PayCheckout } from 'pay-checkout';
import type { TestCard } from './cards.js';

/** Three years from now, as a payer types it: month and year, two digits each. */
const expiry = () => `12${String((new Date().getFullYear() + 3) % 100).padStart(2, '0')}`;

/**
 * Puts a card into the form as a browser's own autofill does: into the inputs, found by `autocomplete`, each with its
 * `input` event. False when there is nothing that can be typed into now.
 */
export function fill(checkout: PayCheckout, { number, network }: TestCard): boolean {
  const card = {
    'cc-number': number,
    'cc-exp': expiry(),
    'cc-csc': network === 'amex' ? '1234' : '123',
    'cc-name': 'Sara Ali',
  };
  if (!checkout.checkVisibility()) return false;
  return Object.entries(card).every(([autocomplete, value]) => {
    const input = checkout.shadowRoot?.querySelector<HTMLInputElement>(
      `input[autocomplete="${autocomplete}"]:enabled:read-write`,
    );
    if (!input) return false;
    input.value = value;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    return true;
  });
}
