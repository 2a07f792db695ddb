import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What pages have asked of other machines. */
const asked: string[] = [];

/** What the browsers ask on their own, whatever they are told: kept in as well, but no page's fault. */
const browsersOwn =
  /^(CONNECT |\w+ http:\/\/)[\w.-]+\.(google|googleapis|gvt1|mozilla|firefox)\.(com|org|net)[:/]/;

/**
 * Names that can be nobody's, by RFC 2606: tests play pages under them, and a browser opens a connection before it asks
 * whether the test has the page.
 */
const nobodys = /^CONNECT [\w.-]+\.example:443$/;

function remember(what: string): void {
  if (!browsersOwn.test(what) && !nobodys.test(what)) asked.push(what);
}

/**
 * A proxy for the browsers of the tests, which go to their own machine without one: it lets nothing through and
 * remembers what would have left. Answers its port.
 */
export async function startGuard(): Promise<number> {
  const server = createServer(({ method, url }, response) => {
    remember(`${method} ${url}`);
    response.writeHead(502).end();
  });
  server.on('connect', ({ url }, socket) => {
    remember(`CONNECT ${url}`);
    // A browser that is closed meanwhile resets the connection. Nobody else hears it, and it would end the whole run.
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 502 Nothing leaves\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return (server.address() as AddressInfo).port;
}

/** Throws when a page has asked something of another machine. */
export default function expectNothingLeft(): void {
  if (asked.length > 0) throw new Error(`Requests left the machine:\n${[...new Set(asked)].join('\n')}`);
}
