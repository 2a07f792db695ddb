import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startGuard } from './network-guard.js';

/** Asks for a connection to elsewhere, as a browser does. */
async function ask(port: number) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example\r\n\r\n');
  return socket;
}

test('the guard goes on when a browser resets its connection', async () => {
  const port = await startGuard();
  for (let time = 0; time < 20; time++) {
    const socket = await ask(port);
    await new Promise(setImmediate);
    socket.resetAndDestroy();
  }
  const [answer] = (await once(await ask(port), 'data')) as [Buffer];
  assert.match(String(answer), /^HTTP\/1.1 502 /);
});
