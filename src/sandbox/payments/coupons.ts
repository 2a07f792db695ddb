import * as z from 'zod/mini';
import type { Decisions } from '../decisions.js';
import { nonEmptyText, minorUnits, uuid } from '../../wire/scalar.js';
import type { Metadata } from '../http/lenient.js';
import { createId, formatTime } from '../store/clock.js';
import type { Namespace } from '../namespace.js';

/** A coupon that applies by default to each payment by an eligible card. */
export const couponFixture = z.strictObject({
  id: z.optional(uuid),
  code: nonEmptyText,
  /** Percent. */
  discount: z.int().check(z.gte(1), z.lte(100)),
  /** The most that is taken off; smallest currency unit. */
  max_discount_amount: z.optional(minorUnits.check(z.gte(1))),
  /** The first digits of eligible cards. */
  prefixes: z.array(z.string().check(z.regex(/^\d{1,6}$/))).check(z.minLength(1)),
});

interface StoredCoupon extends Omit<z.infer<typeof couponFixture>, 'id'> {
  readonly id: string;
  readonly created_at: number;
}

export function insertCoupon({ store, clock }: Namespace, wanted: z.infer<typeof couponFixture>) {
  const coupon: StoredCoupon = { ...wanted, id: wanted.id ?? createId(), created_at: clock.now() };
  store.insert('coupons', { id: coupon.id, coupon_json: JSON.stringify(coupon) });
  return buildCouponView(coupon);
}

const day = 86_400_000;

/** A coupon as it is answered; it is valid for a year. */
const buildCouponView = (coupon: StoredCoupon) => ({
  id: coupon.id,
  name: coupon.code,
  code: coupon.code,
  discount: coupon.discount,
  max_discount_amount: coupon.max_discount_amount ?? null,
  start_date: formatTime(coupon.created_at),
  end_date: formatTime(coupon.created_at + 365 * day),
  disabled_at: null,
  active: true,
  criteria: {},
});

/** The oldest coupon for a card, of which the first six digits are enough: in full, or masked. */
function findCoupon({ store }: Namespace, number: string): StoredCoupon | undefined {
  const digits = number.replace('-', '').slice(0, 6);
  return store
    .all<{ coupon_json: string }>('SELECT coupon_json FROM coupons ORDER BY rowid')
    .map(({ coupon_json: json }) => JSON.parse(json) as StoredCoupon)
    .find(({ prefixes }) => prefixes.some((prefix) => digits.startsWith(prefix)));
}

/** The coupon that a card would get, or null. */
export function findCouponView(namespace: Namespace, number: string) {
  const coupon = findCoupon(namespace, number);
  return coupon ? buildCouponView(coupon) : null;
}

const round: Record<Decisions['couponRounding'], (value: number) => number> = {
  nearest: Math.round,
  down: Math.floor,
  up: Math.ceil,
};

/** The price of a payment, and what its metadata gains by a coupon. */
export interface CouponPrice {
  readonly amount: number;
  readonly couponMetadata: Metadata;
}

export function applyCoupon(namespace: Namespace, amount: number, number: string): CouponPrice {
  const coupon = findCoupon(namespace, number);
  if (!coupon) return { amount, couponMetadata: {} };
  const { id, code, discount, max_discount_amount: cap } = coupon;
  const rounded = round[namespace.decisions.current.couponRounding]((amount * discount) / 100);
  return {
    amount: amount - Math.min(rounded, cap ?? rounded),
    couponMetadata: {
      '#coupon_id': id,
      '#coupon_code': code,
      '#coupon_discount': discount,
      '#coupon_original_amount': amount,
      ...(cap !== undefined && { '#coupon_max_discount_amount': cap }),
    },
  };
}
