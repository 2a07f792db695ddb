import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

interface Context {
  after(end: () => unknown): void;
}

/** A network between a client and a server of this machine. */
export async function openLine(t: Context, port: number) {
  const sockets = new Set<Socket>();
  let isSilent = false;
  let target = port;
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    const other = connect(target, '127.0.0.1');
    for (const each of [socket, other]) {
      sockets.add(each);
      each.on('error', () => undefined);
    }
    if (isSilent) socket.resume();
    else socket.pipe(other).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  t.after(cut);
  return {
    port: (server.address() as AddressInfo).port,
    /** How many were made so far. */
    countConnections: () => connections,
    /** Ends all connections, and takes no new one. */
    cut,
    /** Keeps all connections open, and takes new ones, but nothing passes any more. */
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().resume();
    },
    /** Leads new connections to another server, as a name does after a failover. */
    leadTo(other: number) {
      target = other;
    },
    /** Lets new connections pass. Those that fell silent stay so. */
    restore() {
      isSilent = false;
    },
  };
}
