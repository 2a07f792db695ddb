import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { NodeBindings } from './http/connection.js';
import type { Sandbox } from './sandbox.js';

export interface Served {
  /** Without a path: the service is at `${url}/v1`. */
  readonly url: string;
  /** Stops listening and ends every connection. The sandbox itself stays open. */
  close(): Promise<void>;
}

/** Puts a sandbox on the network and lets it send its webhook messages. Port 0 takes any that is free. */
export async function serve(
  sandbox: Sandbox,
  { port = 0, host = '127.0.0.1' }: { port?: number; host?: string } = {},
): Promise<Served> {
  const server = createAdaptorServer({
    fetch: (request, env) => sandbox.fetch(request, env as NodeBindings),
    overrideGlobalObjects: false,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  sandbox.start();
  const { address, family, port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
