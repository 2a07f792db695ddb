import { currency, products, type Product } from '../products.js';
import { change, readBasket } from './basket.js';
import { art } from './art.js';
import { byId, make } from './dom.js';
import { currentWords, inEachLanguage, lang, money } from './language.js';
import { orderLines } from './order.js';

let basket = readBasket();

function put(product: Product, by: number, from: string): void {
  basket = change(basket, product.id, by);
  show();
  byId('announcement').textContent = currentWords().basketNow(count(), money(amount(), currency));
  // The button that was pressed has been drawn anew, or has become another one.
  const twin = document.getElementById(from) ?? document.getElementById(`add-${product.id}`);
  (twin ?? document.getElementById(`more-${product.id}`))?.focus();
}

const lines = () =>
  products
    .map(({ id, price }) => ({
      product: id,
      quantity: basket.get(id) ?? 0,
      amount: (basket.get(id) ?? 0) * price,
    }))
    .filter(({ quantity }) => quantity > 0);
const amount = () => lines().reduce((sum, line) => sum + line.amount, 0);
const count = () => lines().reduce((sum, line) => sum + line.quantity, 0);

function button(id: string, product: Product, by: number, text: string, label: string): HTMLElement {
  const onclick = () => put(product, by, id);
  return make('button', { id, type: 'button', ariaLabel: label, onclick }, text);
}

function card(product: Product): HTMLElement {
  const { add, addOne, more, less } = currentWords();
  const { id, price } = product;
  const name = product.name[lang()];
  const quantity = basket.get(id);
  return make(
    'li',
    { className: 'product' },
    art(id),
    make('h3', {}, name),
    make('p', { className: 'note' }, product.note[lang()]),
    make(
      'div',
      { className: 'buy' },
      make('span', { className: 'price' }, money(price, currency)),
      quantity === undefined
        ? button(`add-${id}`, product, 1, add, addOne(name))
        : make(
            'span',
            { className: 'stepper' },
            button(`less-${id}`, product, -1, '−', less(name)),
            make('span', {}, String(quantity)),
            button(`more-${id}`, product, 1, '+', more(name)),
          ),
    ),
  );
}

function show(): void {
  byId('products').replaceChildren(...products.map(card));
  const full = basket.size > 0;
  byId('basket').replaceChildren(
    full
      ? orderLines({ lines: lines(), amount: amount(), currency })
      : make('p', { className: 'fine' }, currentWords().empty),
  );
  byId('order').hidden = !full;
}

async function order(): Promise<void> {
  const pay = byId('order') as HTMLButtonElement;
  if (pay.ariaBusy === 'true') return;
  pay.ariaBusy = 'true';
  pay.textContent = currentWords().wait;
  try {
    const response = await fetch('/api/orders', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items: lines().map(({ product, quantity }) => ({ product, quantity })) }),
    });
    if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
    const { id } = (await response.json()) as { id: string };
    location.assign(`/demo/merchant/checkout.html?order=${id}`);
  } catch {
    byId('announcement').textContent = currentWords().notOrdered;
    byId('problem').textContent = currentWords().notOrdered;
  } finally {
    pay.ariaBusy = null;
    pay.textContent = currentWords().toCheckout;
  }
}

byId('order').addEventListener('click', () => void order());
// The browser may show this page as it was left, while the basket has been paid for on another one.
window.addEventListener('pageshow', () => {
  basket = readBasket();
  show();
});
inEachLanguage(show);
