import type { PayCheckout } from 'pay-checkout';
import { byId, make } from '../dom.js';
import { isApproved, type TestCard } from './cards.js';
import { fill } from './fill.js';
import { announce } from './announce.js';

/** Offers test cards. A number is shown by its end: the whole of it goes into the form only. */
export function showCards(cards: readonly TestCard[], checkout: PayCheckout): void {
  byId('cards').replaceChildren(...cards.map((card) => make('li', {}, button(card, checkout))));
}

function button(card: TestCard, checkout: PayCheckout): HTMLElement {
  const { number, result, code, challenged, network } = card;
  const end = number.slice(-4);
  const onclick = () => {
    if (!fill(checkout, card))
      return announce(
        checkout.frameSrc
          ? 'No script of this page reaches into the frame, so type the card there.'
          : 'The form takes no card now. Choose the card in the form, or press “New payment”.',
      );
    announce(`The ${network} card ending in ${end} is in the form.`);
    // On a phone the form is further down.
    checkout.scrollIntoView({ block: 'nearest' });
  };
  return make(
    'button',
    { type: 'button', onclick, className: isApproved(card) ? 'good' : 'bad' },
    make('span', { className: 'result' }, result),
    make(
      'span',
      { className: 'fine' },
      [code, challenged ? '3-D Secure' : 'no 3-D Secure'].filter(Boolean).join(' · '),
    ),
    make(
      'span',
      { className: 'ends' },
      make('span', { className: 'unseen' }, 'Fill in the card ending in '),
      `··${end}`,
    ),
  );
}
