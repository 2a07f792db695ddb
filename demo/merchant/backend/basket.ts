import { productById } from '../products.js';

export interface Line {
  readonly product: string;
  readonly quantity: number;
  /** For all of them, smallest currency unit. */
  readonly amount: number;
}

/**
 * What a browser asks for, priced by the shop: it names products and quantities, and whatever else it says is not
 * read. Undefined where it makes no sense.
 */
export function price(items: unknown): { lines: Line[]; amount: number } | undefined {
  if (!Array.isArray(items) || items.length === 0 || items.length > 20) return undefined;
  const lines: Line[] = [];
  for (const { product: id, quantity } of items.map(Object) as { product?: unknown; quantity?: unknown }[]) {
    const product = productById(id);
    if (!product || lines.some((line) => line.product === id)) return undefined;
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1 || quantity > 99)
      return undefined;
    lines.push({ product: product.id, quantity, amount: quantity * product.price });
  }
  return { lines, amount: lines.reduce((sum, line) => sum + line.amount, 0) };
}
