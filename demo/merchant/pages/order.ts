import { productById } from '../products.js';
import { make } from './dom.js';
import { currentWords, lang, money } from './language.js';

/** An order as the shop's backend tells it. */
export interface Order {
  readonly id: string;
  readonly lines: readonly { readonly product: string; readonly quantity: number; readonly amount: number }[];
  readonly amount: number;
  readonly currency: string;
  readonly standing:
    | { readonly status: 'open' | 'paid' | 'refunded' }
    | { readonly status: 'declined'; readonly message: string }
    | { readonly status: 'pending'; readonly bankUrl?: string };
  /** Of the customer, from earlier orders. Missing where the order is somebody else's. */
  readonly savedCards?: readonly {
    readonly token: string;
    readonly company: string;
    readonly number: string;
  }[];
  readonly checkout: { readonly baseUrl: string; readonly publishableKey: string };
}

/** The order that the page's address names; undefined when there is none. Rejects when the shop does not answer. */
export async function fetchOrder(): Promise<Order | undefined> {
  const id = new URLSearchParams(location.search).get('order');
  if (!id) return undefined;
  const response = await fetch(`/api/orders/${encodeURIComponent(id)}`);
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
  return (await response.json()) as Order;
}

/** The list of what was ordered, with the total. */
export function orderLines({
  lines,
  amount,
  currency,
}: Pick<Order, 'lines' | 'amount' | 'currency'>): HTMLElement {
  const { quantity, total, vat } = currentWords();
  return make(
    'div',
    { className: 'lines' },
    make(
      'ul',
      {},
      ...lines.map((line) =>
        make(
          'li',
          {},
          make('span', { className: 'count' }, quantity(line.quantity)),
          make('span', { className: 'what' }, productById(line.product)?.name[lang()]),
          make('span', { className: 'money' }, money(line.amount, currency)),
        ),
      ),
    ),
    make(
      'p',
      { className: 'total' },
      make('span', {}, total),
      make('strong', { className: 'money' }, money(amount, currency)),
    ),
    make('p', { className: 'fine' }, vat),
  );
}

/** Short enough to be read out on the phone. */
export const orderNumber = ({ id }: Order) => id.slice(0, 8).toUpperCase();
