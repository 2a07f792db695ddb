import { once } from 'node:events';
import { createServer } from 'node:net';

/** What was given out here: a port that nobody listens on yet would be found again. */
const given = new Set();

/**
 * A port for a program that is started later. It lies below those that systems hand out of themselves (Linux from 32768,
 * others higher), so that no server of another test is given it meanwhile.
 */
export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

async function isFree(port) {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await once(server.close(), 'close');
  return true;
}
