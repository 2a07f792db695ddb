import type { Order } from '../../entries/server.js';
import { orderOf, type OrderClaims } from '../tokens/order-claims.js';
import type { OrderRecords } from './order-records.js';

/** The orders of the checkout: a browser brings them, signed, and the record of each outlives its token. */
export interface ShopOrders {
  /**
   * Keeps what the shop signed, for those who ask later without a token. False when a newer token of the order says
   * something else: then this one is not to be paid by.
   */
  remember(claims: OrderClaims): Promise<boolean>;
  /** Attaches the order of its token and the caller to a request, for `find` and `findCaller`. */
  carry(request: Request, claims: OrderClaims, caller: string | undefined): Request;
  /** Undefined when the request names no caller. */
  callerOf(request: Request): string | undefined;
  find(request: Request): Promise<Order | undefined>;
  get(orderId: string): Promise<Order | undefined>;
}

export function createShopOrders(records: OrderRecords): ShopOrders {
  const carried = new WeakMap<Request, { claims: OrderClaims; caller: string | undefined }>();

  async function remember(claims: OrderClaims): Promise<boolean> {
    const order = orderOf(claims);
    let isCurrent = true;
    await records.update(claims.sub, (stored) => {
      isCurrent = true;
      if (!stored) return { format: 1, order, ...ageOf(claims), news: [] };
      const isNewer = compareAge(stored, claims) < 0;
      if (isSame(stored.order, order)) return isNewer ? { ...stored, ...ageOf(claims) } : stored;
      // Of two that were made in the same second, the one that is opened last counts.
      isCurrent = compareAge(stored, claims) <= 0;
      return isCurrent ? { ...stored, order, ...ageOf(claims) } : stored;
    });
    return isCurrent;
  }

  return {
    remember,
    carry(request, claims, caller) {
      carried.set(request, { claims, caller });
      return request;
    },
    callerOf: (request) => carried.get(request)?.caller,
    async find(request) {
      const known = carried.get(request);
      return known && orderOf(known.claims);
    },
    get: async (orderId) => (await records.read(orderId))?.order,
  };
}

interface Age {
  readonly issuedAt?: number | undefined;
  readonly expiresAt: number;
}

const ageOf = ({ iat, exp }: OrderClaims) => ({
  ...(iat !== undefined && { issuedAt: iat }),
  expiresAt: exp,
});

/** Below zero when the token was made after the stored one: by `iat` where both have it, else by `exp`. */
function compareAge({ issuedAt, expiresAt }: Age, { iat, exp }: OrderClaims): number {
  if (issuedAt !== undefined && iat !== undefined) return issuedAt - iat;
  return expiresAt - exp;
}

/** By what may be paid, and not by what is only shown. */
const isSame = (one: Order, other: Order): boolean => canonical(one) === canonical(other);

/** JSON with the members of each object in one order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
