import { createConfigurationError } from '../check.js';
import * as z from 'zod/mini';
import { dropNulls } from '../../wire/json.js';
import type { Order, Orders } from './order.js';
import { addOrderToError } from './order-context.js';
import { findBrokenText, isOrderId, keptText, readTerms } from './terms.js';
import { parseServiceTime } from './times.js';

const orderShape = z.object({
  id: z.string().check(z.refine(isOrderId)),
  amount: z.int().check(z.gte(1)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  callbackUrl: z
    .string()
    .check(z.refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))),
  description: z.optional(z.string()),
  expiresAt: z.optional(z.string().check(z.refine((text) => !Number.isNaN(parseServiceTime(text))))),
});

const expected: Readonly<Record<string, string>> = {
  id: 'a string of 1 to 1024 bytes that a database can hold, not beginning with `pay-checkout:`',
  amount: 'a positive integer in the smallest currency unit',
  currency: 'an ISO 4217 code, such as SAR',
  callbackUrl: 'an https address',
  description: 'a string, or left out',
  expiresAt: 'an ISO 8601 date-time with its zone, such as 2026-11-29T12:00:00Z, or left out',
};

/** The merchant's orders, each checked before anything is made or saved for it. */
export const createCheckedOrders = (orders: Orders, reportError: (error: unknown) => void): Orders => ({
  find: async (request) => checkOrder('find', await orders.find(request)),
  async get(orderId) {
    const order = await orders.get(orderId);
    try {
      const checked = checkOrder('get', order);
      // Many databases take `a` for `A` and for `a `: the order would have two records, and be charged for each of them.
      if (checked && checked.id !== orderId)
        throw createConfigurationError(
          'orders.id',
          `\`orders.get\` returned order ${JSON.stringify(checked.id)} for the id ${JSON.stringify(orderId)}. Compare ids byte for byte.`,
        );
      return checked;
    } catch (error) {
      // A payment may be under way since before the order became invalid, such as by a price of 0. As for a deleted order,
      // its verdict is decided by the recorded intent, so that the merchant is notified of it and can refund it.
      reportError(addOrderToError(orderId, error));
      return undefined;
    }
  },
});

function checkOrder(method: keyof Orders, given: Order | undefined): Order | undefined {
  // A database returns null for what it does not have.
  if (given === undefined || given === null) return undefined;
  const order = normalizeOrder(given);
  const fail = (field: string, wanted: string) =>
    createConfigurationError(
      `orders.${field}`,
      `\`orders.${method}\` returned an order whose \`${field}\` is not ${wanted}.`,
    );
  const result = orderShape.safeParse(order);
  if (!result.success) {
    const field = String(result.error.issues[0]?.path[0] ?? 'id');
    throw fail(field, `${expected[field]}, but ${describeGiven(field, order[field as keyof Order])}`);
  }
  readTerms(order);
  const broken = findBrokenText(order);
  if (broken !== undefined) throw fail(broken, keptText);
  return order;
}

/** A database may give a number as a string. An address may carry a secret, and is not repeated. */
function describeGiven(field: string, value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'object') return 'an object';
  if (field === 'callbackUrl' || field === 'description') return `a ${typeof value}`;
  return `the ${typeof value} ${typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : String(value)}`;
}

const names = [
  ...['id', 'amount', 'currency', 'callbackUrl', 'description', 'metadata', 'splits'],
  ...['manual', 'invoiceId', 'coupons', 'methods', 'expiresAt'],
] as readonly (keyof Order)[];

/** Databases and PHP write null for what is not there, at any depth, and `[]` for an empty map. */
function normalizeOrder(given: Order): Order {
  const isEmptyMap = (name: string, value: unknown) =>
    name === 'metadata' && Array.isArray(value) && value.length === 0;
  const present = names.filter((name) => given[name] !== undefined && given[name] !== null);
  const entries = present.map((name) => [name, isEmptyMap(name, given[name]) ? {} : dropNulls(given[name])]);
  return Object.fromEntries(entries) as Order;
}
