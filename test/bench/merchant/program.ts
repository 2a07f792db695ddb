import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { freePort } from '../../free-port.js';
import { orderClaims, sign } from '../../program/program.js';
import { startEngine, stopEngines } from '../../server/stores/engines.js';
import { publish } from '../publish.mjs';
import { findEngines } from './drivers.js';
import { count, inMs, isMet, percentile, runAtRate } from './measure.js';
import { openProgramService } from './program-service.js';
import { startProgram, webhookSecret } from './program-process.js';

/**
 * Whole purchases over HTTP, at a steady rate, through two processes of the built program over one PostgreSQL. The load,
 * the service and the shop that hears the news are one more process on the same machine.
 */
const perSecond = 100;
const seconds = 20;
const purchases = perSecond * seconds;
const warmUp = 200;
/** All webhooks must have come by then. */
const newsMs = 30_000;

const agent = new Agent({ keepAlive: true, maxSockets: 100, scheduling: 'fifo' });

const ask = (url: string, method: string, body?: object): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const headers = body && { 'content-type': 'application/json' };
    const sent = request(url, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });

const rows: string[][] = [];
for (const engine of findEngines(['PostgreSQL'])) {
  const { address: databaseUrl } = await startEngine(engine);
  const service = await openProgramService();
  const programs = [
    startProgram({ service, databaseUrl, port: await freePort() }),
    startProgram({ service, databaseUrl, port: await freePort() }),
  ];
  await Promise.all(programs.map((program) => program.untilReady()));

  const times = new Map<string, number[]>();
  const timed = async (name: string, url: string, method: string, expected: number, body?: object) => {
    const began = performance.now();
    const { status, text } = await ask(url, method, body);
    times.set(name, [...(times.get(name) ?? []), performance.now() - began]);
    assert.equal(status, expected, `${name}: ${text}`);
    return text;
  };
  const buy = async (number: number, name: string): Promise<void> => {
    const [page, other] = number % 2 === 0 ? programs : [...programs].reverse();
    const token = sign(orderClaims({ sub: `${name}-${number}` }));
    const checkout = `${page!.url}/checkout/${token}`;
    const issued = await timed('intent', `${checkout}/intent`, 'POST', 201, {});
    const { id: intentId, payment_id: id } = JSON.parse(issued) as Readonly<
      Record<'id' | 'payment_id', string>
    >;
    service.pay(intentId, id);
    const shown = await timed('status', `${checkout}/status?id=${id}`, 'GET', 200);
    assert.equal((JSON.parse(shown) as { status: string }).status, 'paid');
    await timed('webhook', `${other!.url}/webhook`, 'POST', 204, {
      ...{ id: `message-${id}`, type: 'payment_paid', secret_token: webhookSecret },
      data: { id, status: 'paid' },
    });
  };

  await runAtRate(warmUp, perSecond / 2, (number) => buy(number, 'warm'));
  times.clear();
  const began = performance.now();
  const took: number[] = [];
  await runAtRate(purchases, perSecond, async (number, due) => {
    await buy(number, 'order');
    took.push(performance.now() - due);
  });
  const reached = (purchases * 1000) / (performance.now() - began);

  const until = performance.now() + newsMs;
  while (service.news.size < purchases + warmUp && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(service.news.size, purchases + warmUp, 'the shop was notified of each payment');
  assert.equal(service.countPayments(), purchases + warmUp);
  assert.equal(service.countIntents(), purchases + warmUp);
  assert.deepEqual(service.errors, []);
  await Promise.all(programs.map((program) => program.stop()));
  agent.destroy();
  service.close();

  for (const [name, each] of times)
    rows.push([`\`…/${name}\``, inMs(percentile(each, 0.5)), inMs(percentile(each, 0.99)), '']);
  rows.push(['whole purchase', inMs(percentile(took, 0.5)), inMs(percentile(took, 0.99)), '']);
  const isReached = reached >= perSecond * 0.98;
  rows.push([
    '**reached**',
    `${reached.toFixed(1)} a second`,
    `${count(purchases)} of ${count(purchases)} charged once and notified`,
    isMet(isReached),
  ]);
}
publish(
  'merchant-program',
  [`${perSecond} purchases a second, two processes, PostgreSQL`, 'median', 'p99', 'met'],
  rows,
);
await stopEngines();
