import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { type Received, openReceiver, status } from '../receiver.js';
import { defaultDecisions } from '../../src/sandbox/index.js';
import { runSandboxProgram } from '../../src/sandbox/commands.js';
import { client, habits } from './shop.js';
import { listening, run, runToItsEnd, takenPort, temporary } from './process.js';

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

  test('starts with the decisions that it is given', async (t) => {
    const { url } = await listening(t, '--db', ':memory:', '--decision', 'secondRefund=refused');
    const { body } = await shopAt(url).call('GET', '/sandbox/decisions');
    assert.deepEqual(body, { ...defaultDecisions, secondRefund: 'refused' });
  });

  test('says that the port is in use, and ends with 1', async (t) => {
    const port = await takenPort(t);
    const { code, printed, complained } = await runToItsEnd(t, '--port', String(port), '--db', ':memory:');
    assert.deepEqual(
      [code, printed, complained],
      [1, '', `pay-checkout sandbox: port ${port} is in use. Choose another with --port.\n`],
    );
  });

  test('says that the database cannot be opened, and ends with 1', async (t) => {
    const db = temporary(t, 'missing/sandbox.db');
    const { code, complained } = await runToItsEnd(t, '--db', db);
    assert.equal(code, 1);
    assert.match(complained, /cannot open/);
  });
});

describe('the command trigger', () => {
  test('sends an event to the webhooks of a namespace, and prints how each took it', async (t) => {
    const { url } = await listening(t, '--db', ':memory:');
    const receiver = await openReceiver(t);
    const call = client(fetch, url);
    await call('POST', '/v1/webhooks', { key: 'sk_test_blue', body: { url: receiver.url } });
    const flags = ['--sandbox', url, '--key', 'sk_test_blue', '--metadata', 'order=7', '--amount', '500'];
    const { code, printed, complained } = await runToItsEnd(t, 'trigger', 'payment_paid', ...flags);
    assert.deepEqual([code, complained], [0, '']);
    assert.equal(printed, `payment_paid → ${receiver.url}: answered 200\n`);
    const [{ body }] = receiver.received as [Received];
    assert.deepEqual([body.data.amount, body.data.metadata], [500, { order: '7' }]);
  });

  test('ends with 1 when the receiver refuses, or nobody listens', async (t) => {
    const { url } = await listening(t, '--db', ':memory:');
    const receiver = await openReceiver(t, status(500));
    const to = await runToItsEnd(t, 'trigger', 'payment_failed', '--sandbox', url, '--to', receiver.url);
    assert.deepEqual([to.code, to.printed], [1, `payment_failed → ${receiver.url}: answered 500\n`]);
    const nobody = await runToItsEnd(t, 'trigger', 'payment_failed', '--sandbox', url);
    assert.equal(nobody.code, 1);
    assert.match(nobody.complained, /^pay-checkout trigger: no webhook listens to payment_failed\./);
  });

  test('names --secret when a receiver refuses a message without one', async (t) => {
    const { url } = await listening(t, '--db', ':memory:');
    const receiver = await openReceiver(t, status(400));
    const flags = ['--sandbox', url, '--to', receiver.url];
    const bare = await runToItsEnd(t, 'trigger', 'payment_paid', ...flags);
    assert.equal(bare.code, 1);
    assert.match(bare.complained, /^pay-checkout trigger: the message had no secret\. .*--secret TEXT\./);
    const wrong = await runToItsEnd(t, 'trigger', 'payment_paid', ...flags, '--secret', 'other');
    assert.deepEqual([wrong.code, wrong.complained], [1, '']);
  });

  test('says where it looked for a sandbox, and ends with 1', async (t) => {
    const { code, complained } = await runToItsEnd(
      t,
      'trigger',
      'payment_paid',
      '--sandbox',
      'http://127.0.0.1:1',
    );
    assert.equal(code, 1);
    assert.match(complained, /^pay-checkout trigger: no sandbox answers at http:\/\/127\.0\.0\.1:1\./);
  });
});

describe('wrong arguments', () => {
  const wrong: Record<string, string[]> = {
    'an unknown flag': ['--prot', '4010'],
    'a port of text': ['--port', 'http'],
    'a port out of range': ['--port', '65536'],
    'a flag without its value': ['--db'],
    'an argument that is no flag': ['4010'],
    'a decision without its value': ['--decision', 'secondRefund'],
    'an unknown decision': ['--decision', 'refunds=refused'],
    'an unknown value of a decision': ['--decision', 'secondRefund=never'],
    'no event': ['trigger'],
    'two events': ['trigger', 'payment_paid', 'payment_failed'],
    'an amount that is no integer': ['trigger', 'payment_paid', '--amount', '1.5'],
    'metadata without a value': ['trigger', 'payment_paid', '--metadata', 'order'],
    'a live key': ['trigger', 'payment_paid', '--key', 'sk_live_abcdef'],
    'a sandbox that is no address': ['trigger', 'payment_paid', '--sandbox', 'here'],
  };
  for (const [name, args] of Object.entries(wrong))
    test(`such as ${name} are named, and the command ends with 2`, async (t) => {
      const written = t.mock.method(process.stderr, 'write', () => true);
      const code = await runSandboxProgram(args);
      const [complained] = written.mock.calls[0]!.arguments;
      written.mock.restore();
      const [command, usage] =
        args[0] === 'trigger' ? ['trigger', 'trigger'] : ['sandbox', 'pay-checkout-sandbox'];
      assert.equal(code, 2);
      assert.match(String(complained), new RegExp(`^pay-checkout ${command}: .+\nUsage: ${usage} `));
    });
});

describe('the command logs', () => {
  test('prints the requests of a namespace, and with --follow those that come', async (t) => {
    const { url } = await listening(t, '--db', ':memory:');
    const call = client(fetch, url);
    await call('GET', '/v1/payments', { key: 'sk_test_blue' });
    const flags = ['--sandbox', url, '--key', 'sk_test_blue'];
    const { code, printed } = await runToItsEnd(t, 'logs', ...flags);
    assert.equal(code, 0);
    assert.match(printed, /^\d\d:\d\d:\d\d GET \/v1\/payments 200 sk_test_…\n$/);

    const following = await run(t, 'logs', '--follow', '--json', ...flags);
    const printsLines = async (lines: number) => {
      while (following.printed().split('\n').length <= lines) await once(following.child.stdout!, 'data');
    };
    await printsLines(1);
    await call('GET', '/v1/invoices', { key: 'sk_test_blue' });
    await printsLines(2);
    const paths = following.printed().trim().split('\n');
    assert.deepEqual(
      paths.map((line) => (JSON.parse(line) as { path: string }).path),
      ['/v1/payments', '/v1/invoices'],
    );
  });

  test('ends with 1 when the sandbox ends', async (t) => {
    const sandbox = await listening(t, '--db', ':memory:');
    await client(fetch, sandbox.url)('GET', '/v1/payments');
    const following = await run(t, 'logs', '--follow', '--sandbox', sandbox.url);
    await once(following.child.stdout!, 'data');
    sandbox.child.kill('SIGTERM');
    const { code, complained } = await following.exited;
    assert.deepEqual([code, complained], [1, 'pay-checkout logs: the sandbox has ended.\n']);
  });
});

describe('killed between the intent and its fulfilment', () => {
  test('keeps intents, payments and the clock when it is killed', async (t) => {
    const db = temporary(t, 'sandbox.db');
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
    const db = temporary(t, 'sandbox.db');
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
