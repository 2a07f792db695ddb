import type { Order } from '../../entries/server.js';
import { isSameJson } from '../../wire/json.js';
import { toOrder, type OrderClaims } from '../tokens/order-claims.js';
import type { MethodSettings } from '../settings/settings.js';
import type { OrderRecords } from './order-records.js';

/** The orders of the checkout: a browser brings them, signed, and the record of each outlives its token. */
export interface ShopOrders {
  /**
   * Keeps what the shop signed, for those who ask later without a token. Resolves with the order as it is to be paid;
   * undefined if a newer token of the order says something else: then this one is not to be paid by.
   */
  saveClaims(claims: OrderClaims): Promise<Order | undefined>;
  /** Attaches an order and the caller to a request, for `find` and `findCaller`. */
  attachOrder(request: Request, order: Order, caller: string | undefined): Request;
  /** Undefined if the request names no caller. */
  findCaller(request: Request): string | undefined;
  find(request: Request): Promise<Order | undefined>;
  get(orderId: string): Promise<Order | undefined>;
}

export function createShopOrders(
  records: OrderRecords,
  { methods }: Pick<MethodSettings, 'methods'>,
): ShopOrders {
  const attached = new WeakMap<Request, { order: Order; caller: string | undefined }>();

  /** What the program sets beside what the shop has signed. A token with another end is no other price. */
  const complete = (order: Order, expiresAt: number): Order => ({
    ...order,
    ...(methods !== undefined && { methods }),
    expiresAt: new Date(expiresAt * 1000).toISOString(),
  });

  async function saveClaims(claims: OrderClaims): Promise<Order | undefined> {
    const order = toOrder(claims);
    let isCurrent = true;
    const record = await records.update(claims.sub, (stored) => {
      isCurrent = true;
      if (!stored) return { format: 1, order, ...readIssueTime(claims), news: [] };
      const isNewer = compareIssueTime(stored, claims) < 0;
      if (isSameJson(stored.order, order)) return isNewer ? { ...stored, ...readIssueTime(claims) } : stored;
      // Of two that were made in the same second, the one that is opened last counts.
      isCurrent = compareIssueTime(stored, claims) <= 0;
      return isCurrent ? { ...stored, order, ...readIssueTime(claims) } : stored;
    });
    // Two tokens with the same terms can both be paid by, until the later end.
    return isCurrent ? complete(order, Math.max(record?.expiresAt ?? 0, claims.exp)) : undefined;
  }

  return {
    saveClaims,
    attachOrder(request, order, caller) {
      attached.set(request, { order, caller });
      return request;
    },
    findCaller: (request) => attached.get(request)?.caller,
    find: async (request) => attached.get(request)?.order,
    async get(orderId) {
      const record = await records.read(orderId);
      return record && complete(record.order, record.expiresAt);
    },
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
