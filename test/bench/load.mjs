import autocannon from 'autocannon';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runMany } from './merchant/measure.js';
import { publish } from './publish.mjs';

/**
 * What the built sandbox bears, with its database on a disk and twenty connections: intents and fulfilments a second,
 * a crowd on one intent, and ten thousand deliveries that are due at once. A benchmark: nothing fails by it.
 */
const connections = 20;
const seconds = 8;
const crowd = 200;
const deliveries = 10_000;

const folder = mkdtempSync(join(tmpdir(), 'pay-checkout-load-'));
const cli = fileURLToPath(new URL('../../dist/sandbox-cli.js', import.meta.url));
const sandbox = spawn(process.execPath, [cli, '--port', '0', '--db', join(folder, 'sandbox.db')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = await once(createInterface(sandbox.stdout), 'line');
const base = /http:\/\/\S+/.exec(line)[0];

const headers = (key) => ({
  authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
  'content-type': 'application/json',
});
const secret = headers('sk_test_sandbox');
const publishable = headers('pk_test_sandbox');
const order = JSON.stringify({ amount: 10_000, currency: 'SAR', callback_url: 'https://shop.example/back' });
const fulfilment = (intent) =>
  JSON.stringify({
    client_secret: intent.client_secret,
    given_id: randomUUID(),
    source: {
      type: 'creditcard',
      name: 'Sara Ali',
      number: '4111114005765430',
      month: '12',
      year: '2030',
      cvc: '123',
    },
  });

const post = async (path, body, sent = secret) => {
  const response = await fetch(base + path, { method: 'POST', headers: sent, body });
  return { status: response.status, body: await response.json() };
};

const rows = [];
const perSecond = ({ requests, latency, non2xx, errors }) => {
  const failed = non2xx + errors;
  return `${Math.round(requests.average)} a second, p99 ${latency.p99} ms${failed ? `, ${failed} FAILED` : ''}`;
};
const creating = {
  url: `${base}/payment_intents`,
  connections,
  method: 'POST',
  headers: secret,
  body: order,
};

await autocannon({ ...creating, duration: 2 });
rows.push([
  'intents created',
  perSecond(await autocannon({ ...creating, duration: seconds })),
  '1500 a second',
]);

// Each intent is good for one payment, so there are more of them than can be used in the time.
const intents = [];
await runMany(25_000, connections, async () => intents.push((await post('/payment_intents', order)).body));
const fulfilling = await autocannon({
  url: `${base}/payments`,
  connections,
  duration: seconds,
  requests: [
    {
      method: 'POST',
      headers: publishable,
      setupRequest: (request) => ({ ...request, body: fulfilment(intents.pop()) }),
    },
  ],
});
rows.push(['intents fulfilled', perSecond(fulfilling), '1000 a second']);

const { body: wanted } = await post('/payment_intents', order);
const answers = await Promise.all(
  Array.from({ length: crowd }, () => post('/payments', fulfilment(wanted), publishable)),
);
const made = answers.filter(({ status }) => status === 201).length;
const refused = answers.filter(({ body }) => body.type === 'intent_not_fulfillable').length;
rows.push([
  `${crowd} parallel fulfilments of one intent`,
  `${made} payment, ${refused} refused`,
  '1 payment',
]);

let open = true;
const received = new Set();
const receiver = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    if (!open) received.add(JSON.parse(text).id);
    response.writeHead(open ? 500 : 200).end();
    if (received.size === deliveries) receiver.emit('all');
  });
});
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${receiver.address().port}/`;
await post('/webhooks', JSON.stringify({ http_method: 'post', url, shared_secret: 'hush' }));
while (intents.length < deliveries) intents.push((await post('/payment_intents', order)).body);
await runMany(deliveries, connections, () => post('/payments', fulfilment(intents.pop()), publishable));
// All of them have failed once by now, or will in a moment; a minute later they are due again.
open = false;
const began = performance.now();
const all = once(receiver, 'all');
const control = base.replace(/\/v1$/, '/sandbox/clock');
await Promise.all([
  fetch(control, { method: 'POST', headers: secret, body: JSON.stringify({ advance: 61 }) }),
  all,
]);
const took = (performance.now() - began) / 1000;
rows.push([
  `${deliveries} deliveries due together`,
  `sent in ${took.toFixed(1)} s, ${Math.round(deliveries / took)} a second`,
  'before the next is due: 60 s',
]);
publish('load', ['the sandbox, on disk, 20 connections', 'measured', 'aim'], rows);

receiver.close();
receiver.closeAllConnections();
sandbox.kill();
await once(sandbox, 'exit');
rmSync(folder, { recursive: true });
