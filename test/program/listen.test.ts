import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { listen } from '../../src/program/listen.js';

it('closes the connections without a request, and answers the running requests as the last of theirs', async () => {
  const requests = new EventEmitter();
  const hold = () => new Promise<Response>((answer) => requests.emit('request', answer));
  const { url, close } = await listen(hold, { host: '127.0.0.1', port: 0, setting: 'PORT' });
  const silent = connect(Number(new URL(url).port), '127.0.0.1');
  await once(silent, 'connect');
  const running = once(requests, 'request');
  const responded = fetch(url);
  const [answer] = (await running) as [(response: Response) => void];
  const closed = close();
  await once(silent, 'close');
  answer(new Response('answered'));
  const response = await responded;
  assert.equal(response.headers.get('connection'), 'close');
  assert.equal(await response.text(), 'answered');
  await closed;
});
