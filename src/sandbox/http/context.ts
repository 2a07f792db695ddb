import type { Context } from 'hono';
import type { DeliveryFault } from '../faults/faults.js';
import type { World } from '../world.js';
import type { RequestRefusal } from './refusal.js';

/** The two kinds of key. */
export type KeyKind = 'secret' | 'publishable';

/** What a request says about who sends it: a key that names a world, or what is wrong with it. */
export type SentKey =
  { readonly kind: KeyKind; readonly world: string } | { readonly kind: 'none'; readonly problem: string };

/** Hono's environment: the connection of the request, its world, and what the log shows with it. */
export interface Env {
  Bindings: Connection;
  Variables: {
    /** The world that the key or the address names; the first world where neither does. */
    world: World;
    key: SentKey;
    /** Why the body could not be read. The refusal is thrown after the request is in the log. */
    bodyRefusal?: RequestRefusal;
    /** What the request asks for the message that follows from it. */
    deliveryFault?: DeliveryFault;
    intentId?: string;
    paymentId?: string;
  };
}

/** What is known of the connection that a request came by. */
export interface Connection {
  /** The payer's IPv4 address. */
  readonly ip: string;
  /** Whether the request came over the network, and not by a call of `fetch` in code. */
  readonly overNetwork: boolean;
  /** Ends the connection without an answer. */
  drop(): void;
  readonly dropped: boolean;
}

/** The part of `@hono/node-server`'s bindings that is used. */
export interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string | undefined; destroy(): unknown } };
}

export function connect({ incoming }: NodeBindings = {}): Connection {
  let dropped = false;
  return {
    ip: ipv4(incoming?.socket?.remoteAddress),
    overNetwork: incoming !== undefined,
    drop: () => {
      dropped = true;
      incoming?.socket?.destroy();
    },
    get dropped() {
      return dropped;
    },
  };
}

/** An IPv4 address as it is, also inside IPv6. Any other address becomes loopback: a payment's `ip` is IPv4. */
function ipv4(address = ''): string {
  const bare = address.replace(/^::ffff:/i, '');
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(bare) ? bare : '127.0.0.1';
}

/** Where the pages of the request's world are, as the payer sees them. */
export const pagesUrl = (c: Context<Env>) => new URL(c.req.url).origin + c.var.world.path;
