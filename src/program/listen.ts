import type { ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

/** How long a stop waits for running requests. What they saved is continued by other processes. */
const drainMs = 20_000;

const serverOptions = {
  /** A client that sends its request letter by letter is not waited for. */
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  /**
   * A proxy that still uses a connection which this side has closed loses the payer's request. Proxies close theirs after
   * one to ten minutes.
   */
  keepAliveTimeout: 620_000,
  maxHeaderSize: 16_384,
};

export interface ListeningServer {
  readonly url: string;
  /** Takes nothing new, and resolves when the running requests have ended. */
  close(): Promise<void>;
}

interface Address {
  readonly host: string;
  readonly port: number;
  /** The setting that has the port. */
  readonly setting: string;
}

/** @throws {Error} with one sentence that names the port and the setting, when the port cannot be had. */
export async function listen(
  fetch: Parameters<typeof createAdaptorServer>[0]['fetch'],
  { host, port, setting }: Address,
): Promise<ListeningServer> {
  // The checks of some load balancers name no host.
  const hostname = 'localhost';
  const server = createAdaptorServer({ fetch, hostname, overrideGlobalObjects: false, serverOptions });
  const sockets = new Set<Socket>();
  const responses = new Set<ServerResponse>();
  server.on('connection', (socket: Socket) => keepUntilClosed(sockets, socket));
  // Before the listener that answers.
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (server.listening) keepUntilClosed(responses, response);
    else response.setHeader('connection', 'close');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explainListenError(error, port, setting)));
    server.listen(port, host, resolve);
  });
  const { address, family, port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      const canCloseConnections = 'closeAllConnections' in server;
      if (canCloseConnections) server.closeIdleConnections();
      // Browsers open connections in advance. To Node, one is idle only after its first request.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      // A connection that is kept open after its last response would hold the stop.
      for (const response of responses) if (!response.headersSent) response.setHeader('connection', 'close');
      const forceCloseTimer = setTimeout(() => {
        if (canCloseConnections) server.closeAllConnections();
      }, drainMs);
      await closed;
      clearTimeout(forceCloseTimer);
    },
  };
}

function keepUntilClosed<Item extends Socket | ServerResponse>(items: Set<Item>, item: Item): void {
  items.add(item);
  item.once('close', () => items.delete(item));
}

function explainListenError(error: NodeJS.ErrnoException, port: number, setting: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} is in use. Stop the program that has it, or set ${setting} to another one.`,
      );
    case 'EACCES':
      return new Error(
        `Port ${port} needs more rights than this program has. Set ${setting} to one from 1024 on.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error('HOST is no address of this machine.');
    default:
      return error;
  }
}
