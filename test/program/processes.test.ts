import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createPayClient } from '../../src/server/index.js';
import { runServer } from '../../src/program/run-server.js';
import { bundle } from '../bundle.js';
import { freePort } from '../free-port.js';
import { challenged, openService } from '../server/payer.js';
import { engines, operate, startEngine, stopEngines } from '../server/stores/engines.js';
import { webhookSigningSecret, operatorKey, orderClaims, programSettings, sign } from './program.js';
import { openReceiver } from '../receiver.js';
import { startScript } from '../start-script.js';

const postgres = engines.find(({ name }) => name === 'PostgreSQL')!;

let script = '';
before(async () => {
  script = await bundle('test/program/program-process.ts');
});
after(() => stopEngines());

/** A database of the test's own on the server that all of them share. */
async function newDatabase(): Promise<string> {
  const { address } = await startEngine(postgres);
  const name = `program_${crypto.randomUUID().slice(0, 8)}`;
  await operate('PostgreSQL', address, `CREATE DATABASE ${name}`);
  return Object.assign(new URL(address), { pathname: `/${name}` }).href;
}

/** The service, a shop that receives the webhooks, and programs over one database. */
async function openPrograms(t: TestContext) {
  const service = await openService(t);
  const receiver = await openReceiver(t);
  const databaseUrl = await newDatabase();
  const publicUrl = `http://127.0.0.1:${await freePort()}`;
  const env = {
    ...programSettings(service.baseUrl, receiver.url),
    ...{ PUBLIC_URL: publicUrl, DATABASE_URL: databaseUrl },
  };
  /** A program in the process of this test. */
  const startHere = async () => {
    const { url, stop } = await runServer(env, { write: () => undefined });
    t.after(stop);
    return { url };
  };
  const start = async (more: Readonly<Record<string, string>> = {}) => {
    const running = startScript(t, [script], { ...env, ...more });
    return { url: await running.next(), ...running };
  };
  return {
    service,
    receiver,
    start,
    startHere,
    client: createPayClient({ secretKey: 'sk_test_sandbox', baseUrl: service.baseUrl }),
  };
}

type Programs = Awaited<ReturnType<typeof openPrograms>>;

/** What a payer's page and the service ask: of the first program that still answers. */
const asker =
  (urls: readonly (string | undefined)[]) =>
  async (method: string, path: string, body?: object): Promise<Response> => {
    for (const url of urls) {
      if (url === undefined) continue;
      const response = await fetch(url + path, {
        method,
        headers: {
          ...{ connection: 'close', authorization: `Bearer ${operatorKey}` },
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }).catch(() => undefined);
      if (response) return response;
    }
    throw new Error('Nobody answers.');
  };

/** A whole purchase: the page, the intent, the card, the bank, the way back, and the service's message. */
async function buy({ service }: Programs, ask: ReturnType<typeof asker>): Promise<string> {
  const token = sign(orderClaims({ exp: Math.floor(Date.now() / 1000) + 86_400 }));
  assert.equal((await ask('GET', `/checkout/${token}`)).status, 200);
  const intent = await ask('POST', `/checkout/${token}/intent`, {});
  assert.equal(intent.status, 201);
  const { client_secret: secret, payment_id: given_id } = (await intent.json()) as Record<
    'client_secret' | 'payment_id',
    string
  >;
  const { id, source } = await service.pay({ secret, card: challenged, more: { given_id } });
  await service.answer(source.transaction_url, 'authenticated');
  const status = await ask('GET', `/checkout/${token}/status?id=${id}`);
  assert.equal(((await status.json()) as { status: string }).status, 'paid');
  const data = { id, status: 'paid' };
  const message = { id: 'm', type: 'payment_paid', secret_token: 'a secret of the webhook', data };
  assert.equal((await ask('POST', '/webhook', message)).status, 204);
  return id;
}

if (postgres.missing !== undefined) console.log(`Not tried: several processes, because ${postgres.missing}.`);
else
  describe('two processes of pay-checkout-server over PostgreSQL', () => {
    /** One charge, and the shop told of it, and of nothing else. */
    async function expectOneCharge(programs: Programs, paymentId: string, url: string | undefined) {
      const messages = await programs.receiver.until(1);
      for (const { text, headers } of messages) {
        const message = new Webhook(webhookSigningSecret).verify(text, headers as Record<string, string>) as {
          type: string;
          data: { payment_id: string };
        };
        assert.deepEqual([message.type, message.data.payment_id], ['order.paid', paymentId]);
      }
      assert.equal(new Set(messages.map(({ headers }) => headers['webhook-id'])).size, 1);
      const { payments } = await programs.client.listPayments();
      assert.deepEqual(
        payments.map(({ id, status }) => [id, status]),
        [[paymentId, 'paid']],
      );
      const order = (await (await asker([url])('GET', '/orders/7')).json()) as { verdict: string };
      assert.equal(order.verdict, 'paid');
    }

    it(
      'charge once and tell of it, whichever step of a purchase one of them is killed at',
      { timeout: 600_000, concurrency: 3 },
      async (t) => {
        const whole = await openPrograms(t);
        const first = await whole.start();
        const id = await buy(whole, asker([first.url]));
        await expectOneCharge(whole, id, first.url);
        first.child.kill('SIGUSR2');
        const steps = Number((await first.next())?.split(' ')[1]);
        assert.ok(steps >= 12 && steps < 60, String(steps));
        t.diagnostic(`${steps} steps`);
        const killAt = async (t: TestContext, at: number) => {
          const programs = await openPrograms(t);
          const survivor = await programs.startHere();
          const victim = await programs.start({ KILL_AT: String(at) });
          const paymentId = await buy(programs, asker([victim.url, survivor.url]));
          victim.child.kill('SIGKILL');
          // What the victim had taken on comes back within minutes: a third program lives then. Signatures are good for five.
          const later = await programs.start({ AHEAD_MS: '240000' });
          await expectOneCharge(programs, paymentId, later.url);
        };
        await Promise.all(
          Array.from({ length: steps }, (_, index) =>
            t.test(`step ${index + 1}`, (t) => killAt(t, index + 1)),
          ),
        );
      },
    );

    it('give one intent to twenty payers of one order, and make the tables once', async (t) => {
      const programs = await openPrograms(t);
      const both = await Promise.all([programs.start(), programs.start()]);
      const token = sign(orderClaims());
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          asker([both[index % 2]?.url])('POST', `/checkout/${token}/intent`),
        ),
      );
      const ids = await Promise.all(answers.map(async (each) => ((await each.json()) as { id: string }).id));
      assert.equal(new Set(ids).size, 1);
    });

    it('end on SIGTERM with the code of success', async (t) => {
      const programs = await openPrograms(t);
      const { child, exited } = await programs.start();
      child.kill('SIGTERM');
      assert.deepEqual(await exited, [0, null]);
    });
  });
