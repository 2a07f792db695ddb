import type { Order } from '../../entries/server.js';
import { isSameJson } from '../../server/checkout/is-same-json.js';
import { toOrder, type OrderClaims } from '../tokens/order-claims.js';
import type { OrderRecords } from './order-records.js';

/** The orders of the checkout: a browser brings them, signed, and the record of each outlives its token. */
export interface ShopOrders {
  /**
   * Keeps what the shop signed, for those who ask later without a token. False when a newer token of the order says
   * something else: then this one is not to be paid by.
   */
  saveClaims(claims: OrderClaims): Promise<boolean>;
  /** Attaches the order of its token and the caller to a request, for `find` and `findCaller`. */
  attachClaims(request: Request, claims: OrderClaims, caller: string | undefined): Request;
  /** Undefined when the request names no caller. */
  findCaller(request: Request): string | undefined;
  find(request: Request): Promise<Order | undefined>;
  get(orderId: string): Promise<Order | undefined>;
}

export function createShopOrders(records: OrderRecords): ShopOrders {
  const claimsByRequest = new WeakMap<Request, { claims: OrderClaims; caller: string | undefined }>();

  async function saveClaims(claims: OrderClaims): Promise<boolean> {
    const order = toOrder(claims);
    let isCurrent = true;
    await records.update(claims.sub, (stored) => {
      isCurrent = true;
      if (!stored) return { format: 1, order, ...readIssueTime(claims), news: [] };
      const isNewer = compareIssueTime(stored, claims) < 0;
      if (isSameJson(stored.order, order)) return isNewer ? { ...stored, ...readIssueTime(claims) } : stored;
      // Of two that were made in the same second, the one that is opened last counts.
      isCurrent = compareIssueTime(stored, claims) <= 0;
      return isCurrent ? { ...stored, order, ...readIssueTime(claims) } : stored;
    });
    return isCurrent;
  }

  return {
    saveClaims,
    attachClaims(request, claims, caller) {
      claimsByRequest.set(request, { claims, caller });
      return request;
    },
    findCaller: (request) => claimsByRequest.get(request)?.caller,
    async find(request) {
      const known = claimsByRequest.get(request);
      return known && toOrder(known.claims);
    },
    get: async (orderId) => (await records.read(orderId))?.order,
  };
}

interface IssueTime {
  readonly issuedAt?: number | undefined;
  readonly expiresAt: number;
}

/** Both, so that a token without `iat` does not keep the one of the token before. */
const readIssueTime = ({ iat, exp }: OrderClaims): IssueTime => ({ issuedAt: iat, expiresAt: exp });

/** Below zero when the token was made after the stored one: by `iat` where both have it, else by `exp`. */
function compareIssueTime({ issuedAt, expiresAt }: IssueTime, { iat, exp }: OrderClaims): number {
  if (issuedAt !== undefined && iat !== undefined) return issuedAt - iat;
  return expiresAt - exp;
}
