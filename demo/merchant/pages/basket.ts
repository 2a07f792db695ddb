import { productById } from '../products.js';

const key = 'basket';

/** What is in the basket: product ids and how many of each. It stays in this browser. */
export type Basket = ReadonlyMap<string, number>;

/** Storage can hold anything: what is not a basket is an empty one. */
export function readBasket(): Basket {
  try {
    const stored = Object.entries(JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>);
    const sound = (entry: [string, unknown]): entry is [string, number] =>
      productById(entry[0]) !== undefined &&
      Number.isInteger(entry[1]) &&
      Number(entry[1]) > 0 &&
      Number(entry[1]) < 100;
    return new Map(stored.filter(sound));
  } catch {
    return new Map();
  }
}

export function change(basket: Basket, product: string, by: number): Basket {
  const quantity = Math.min(99, (basket.get(product) ?? 0) + by);
  const next = new Map(basket).set(product, quantity);
  if (quantity < 1) next.delete(product);
  localStorage.setItem(key, JSON.stringify(Object.fromEntries(next)));
  return next;
}

export const emptyBasket = () => localStorage.removeItem(key);
