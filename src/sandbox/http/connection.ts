/** What is known of the connection that a request came by. */
export interface Connection {
  /** The payer's IPv4 address. */
  readonly ip: string;
  /** Whether the request came over the network, and not by a call of `fetch` in code. */
  readonly isOverNetwork: boolean;
  /** Ends the connection without an answer. */
  drop(): void;
  readonly isDropped: boolean;
}

/** The part of `@hono/node-server`'s bindings that is used. */
export interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string | undefined; destroy(): unknown } };
}

export function readConnection({ incoming }: NodeBindings = {}): Connection {
  let dropped = false;
  return {
    ip: ipv4(incoming?.socket?.remoteAddress),
    isOverNetwork: incoming !== undefined,
    drop: () => {
      dropped = true;
      incoming?.socket?.destroy();
    },
    get isDropped() {
      return dropped;
    },
  };
}

/** An IPv4 address as it is, also inside IPv6. Any other address becomes loopback: a payment's `ip` is IPv4. */
function ipv4(address = ''): string {
  const bare = address.replace(/^::ffff:/i, '');
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(bare) ? bare : '127.0.0.1';
}
