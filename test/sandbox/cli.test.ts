import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { client, habits } from './shop.js';
import { listening, run, takenPort, temporary } from './process.js';

const shopAt = (url: string) => {
  const call = client(fetch, url);
  return { call, ...habits(call) };
};

describe('the command line', () => {
  test('prints one line with its address, answers there, and ends cleanly on SIGTERM', async (t) => {
    const { child, exited, printed, url } = await listening(t, '--db', ':memory:');
    assert.match(printed(), /^pay-checkout sandbox listening on http:\/\/127\.0\.0\.1:\d+\/v1\n$/);
    assert.equal((await shopAt(url).pay()).ip, '127.0.0.1');
    child.kill('SIGTERM');
    const { code, complained } = await exited;
    assert.deepEqual([code, complained], [0, '']);
  });

  const wrong: Record<string, string[]> = {
    'an unknown flag': ['--prot', '4010'],
    'a port of text': ['--port', 'http'],
    'a port out of range': ['--port', '65536'],
    'a flag without its value': ['--db'],
    'an argument that is no flag': ['4010'],
  };
  for (const [name, flags] of Object.entries(wrong))
    test(`says what is wrong with ${name}, and ends with 2`, async (t) => {
      const { code, printed, complained } = await (await run(t, ...flags)).exited;
      assert.deepEqual([code, printed], [2, '']);
      assert.match(complained, /^pay-checkout sandbox: .+\nUsage: /);
    });

  test('says that the port is in use, and ends with 1', async (t) => {
    const port = await takenPort(t);
    const { code, complained } = await (await run(t, '--port', String(port), '--db', ':memory:')).exited;
    assert.deepEqual(
      [code, complained],
      [1, `pay-checkout sandbox: port ${port} is in use. Choose another with --port.\n`],
    );
  });

  test('says that the database cannot be opened, and ends with 1', async (t) => {
    const db = await temporary(t, 'missing/sandbox.db');
    const { code, complained } = await (await run(t, '--db', db)).exited;
    assert.equal(code, 1);
    assert.match(complained, /cannot open/);
  });
});

describe('killed between the intent and its fulfilment', () => {
  test('it has lost nothing: the intent, its payments and the clock are there', async (t) => {
    const db = await temporary(t, 'sandbox.db');
    const first = await listening(t, '--db', db);
    const before = shopAt(first.url);
    await before.advance(600);
    const intent = await before.createIntent();
    const paid = await before.pay();
    first.child.kill('SIGKILL');
    await first.exited;

    const second = await listening(t, '--db', db);
    const after = shopAt(second.url);
    assert.deepEqual((await after.call('GET', `/v1/payment_intents/${intent.id}`)).body, intent);
    assert.deepEqual(await after.paymentOf(paid.id), paid);
    assert.ok(Date.parse((await after.createIntent()).created_at) > Date.now() + 590_000);
    assert.equal((await after.fulfil(intent.client_secret)).status, 201);
    assert.equal((await after.fulfil(intent.client_secret)).body.type, 'intent_not_fulfillable');
  });
});

describe('two processes on one database', () => {
  test('make one payment of one intent', async (t) => {
    const db = await temporary(t, 'sandbox.db');
    const [one, other] = await Promise.all([listening(t, '--db', db), listening(t, '--db', db)]);
    const shops = [shopAt(one.url), shopAt(other.url)] as const;
    const intent = await shops[0].createIntent();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => shops[index % 2 === 0 ? 0 : 1].fulfil(intent.client_secret)),
    );
    const refusals = answers.filter(({ status }) => status === 400);
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.ok(refusals.every(({ body }) => body.type === 'intent_not_fulfillable'));
    assert.equal(refusals.length, 39);
  });
});
