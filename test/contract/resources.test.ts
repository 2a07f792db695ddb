import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as z from 'zod';
import { createSandbox } from '../../src/sandbox/index.js';
import { openReceiver } from '../receiver.js';
import { callback, client, habits, source } from '../sandbox/shop.js';
import { isThing } from './body.js';
import { cards, conforms, openService, refused } from './service.js';
import { billForAnHour, intents, invoices, payments } from './situations.js';
import { kinds } from './tables/events.js';
import { intentStates, invoiceStates, paymentStates } from './tables/moves.js';
import * as tables from './tables/resources.js';

const shop = await openService({ overNetwork: true });
const recipient = '7f1d9a3e-5c7b-4d6a-9f7e-2b8c1d3e5f70';
const everything = {
  metadata: { order: '7', '': 'empty', 'a"b\n😀': '<b>' },
  splits: [
    { amount: 9000, recipient_id: recipient },
    {
      amount: -1000,
      recipient_id: recipient,
      recipient_type: 'Beneficiary',
      reference: 'r'.repeat(255),
      description: 'd'.repeat(255),
      fee_source: true,
      refundable: false,
    },
  ],
};

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[];

/** The fields of an answer that are there and not null, by path; the entries of a list count as one. */
function* filled(answer: unknown, path = ''): Generator<string> {
  for (const entry of Array.isArray(answer) ? answer : [answer])
    if (isThing(entry))
      for (const [name, value] of Object.entries(entry))
        if (value !== null) {
          yield path + name;
          yield* filled(value, `${path}${name}.`);
        }
}

function* fieldsOf(table: z.core.$ZodType, path = ''): Generator<string> {
  if (table instanceof z.ZodOptional || table instanceof z.ZodNullable) yield* fieldsOf(table.unwrap(), path);
  if (table instanceof z.ZodArray) yield* fieldsOf(table.element, path);
  if (table instanceof z.ZodObject)
    for (const [name, field] of Object.entries(table.shape)) {
      yield path + name;
      yield* fieldsOf(field, `${path}${name}.`);
    }
}

/** That no field passed only because it never was there. */
function allSeen(table: z.ZodType, answers: readonly unknown[]): void {
  const seen = new Set(answers.flatMap((answer) => [...filled(answer)]));
  assert.deepEqual(
    [...fieldsOf(table)].filter((field) => !seen.has(field)),
    [],
  );
}

describe('2.1: an intent', () => {
  const answers: unknown[] = [];
  const wishes: Record<string, object> = {
    'of everything': { amount: 100, currency: 'KWD', description: '', callback_url: callback },
    'of an amount alone': { amount: 2 ** 53 - 1 },
  };
  for (const [name, wish] of Object.entries(wishes))
    for (const state of keysOf(intentStates))
      test(`${name} has the fields of the table when it is ${state}`, async () => {
        const { status, body: created } = await shop.call('POST', '/v1/payment_intents', { body: wish });
        assert.equal(status, 201);
        conforms(tables.intent, created);
        const { currency = 'SAR', description = null, callback_url: address = null } = wish as typeof created;
        assert.deepEqual(
          { ...created, ...wish, currency, description, callback_url: address, status: 'created' },
          created,
        );
        assert.equal(Date.parse(created.expires_at) - Date.parse(created.created_at), 3_600_000);
        assert.equal(created.fulfilled_at, null);

        await intents[state](shop, created);
        const answer = await shop.retrieve(`payment_intents/${created.id}`);
        conforms(tables.intent, answer);
        answers.push(answer);
        const { status: _, fulfilled_at: __, ...fixed } = created;
        assert.deepEqual({ ...answer, ...fixed }, answer, 'all else is as it was created');
      });

  test('without callback_url cannot be fulfilled with a card, and stays created', async () => {
    const { body } = await shop.call('POST', '/v1/payment_intents', { body: { amount: 100 } });
    assert.equal((await shop.fulfil(body.client_secret)).status, 400);
    assert.deepEqual(await shop.retrieve(`payment_intents/${body.id}`), body);
  });

  test('is a new one each time, with a secret of its own', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => shop.createIntent()));
    assert.equal(new Set(made.map(({ id }) => id)).size, 20);
    assert.equal(new Set(made.map(({ client_secret: secret }) => secret)).size, 20);
  });

  test('has been seen with every field filled', () => allSeen(tables.intent, answers));
});

describe('2.3 to 2.5: a payment', () => {
  const answers: unknown[] = [];
  for (const state of keysOf(paymentStates))
    for (const [name, wish] of Object.entries({ everything, nothing: {} }))
      test(`that is ${state}, made with ${name}, has the fields of the tables everywhere`, async () => {
        const id = await payments[state](shop, wish);
        const answer = await shop.retrieve(`payments/${id}`);
        assert.equal(answer.status, paymentStates[state]);
        conforms(tables.anyPayment, answer);
        assert.equal(answer.source.transaction_url !== null, state === 'initiated');
        assert.deepEqual((await shop.retrieve('payments')).payments[0], answer);
        answers.push(answer);
      });

  test('says when it was captured, refunded and voided, and only then', async () => {
    for (const [state, moments] of Object.entries({
      paid: [],
      authorized: [],
      failed: [],
      captured: ['captured_at'],
      refunded: ['refunded_at'],
      'voided after payment': ['voided_at'],
    })) {
      const answer = await shop.retrieve(`payments/${await payments[state as keyof typeof payments](shop)}`);
      const present = ['captured_at', 'refunded_at', 'voided_at'].filter((field) => answer[field]);
      assert.deepEqual(present, moments, state);
    }
  });

  test('takes amount, currency, description and callback_url from the intent, the rest from the request', async () => {
    const fixed = { amount: 1234, currency: 'BHD', description: 'Order 7', callback_url: callback };
    const intent = await shop.createIntent(fixed);
    const id = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
    const { status, body } = await shop.fulfil(intent.client_secret, {
      ...everything,
      given_id: id,
      ...{ amount: 1, currency: 'SAR', description: 'x', callback_url: 'https://evil.example/' },
    });
    assert.equal(status, 201);
    conforms(tables.initiatedPayment, body);
    const { amount, currency, description, callback_url: address } = body;
    assert.deepEqual({ amount, currency, description, callback_url: address }, fixed);
    assert.deepEqual([body.id, body.metadata], [id, everything.metadata]);
    const defaults = { recipient_type: 'Entity', fee_source: false, refundable: true };
    answers.push(body);
    assert.deepEqual(body.splits, [{ ...defaults, ...everything.splits[0] }, everything.splits[1]]);
  });

  test('names why its challenge failed, and the token of a card that is to be kept', async () => {
    const initiated = await shop.payWith(cards.challenged, { source: { save_card: true } });
    conforms(tables.initiatedPayment, initiated);
    await shop.answer(initiated, 'rejected');
    const failed = await shop.retrieve(`payments/${initiated.id}`);
    conforms(tables.payment, failed);
    assert.equal(failed.source.token, initiated.source.token);
    answers.push(failed);
  });

  test('names the invoice that it pays', async () => {
    const { id } = await shop.bill();
    const answer = await shop.retrieve(`payments/${await payments.initiated(shop, { invoice_id: id })}`);
    assert.equal(answer.invoice_id, id);
    conforms(tables.initiatedPayment, answer);
    answers.push(answer);
  });

  for (const [currency, amount, written] of [
    ['SAR', 10_000, '100.00 SAR'],
    ['KWD', 1000, '1.000 KWD'],
    ['BHD', 1001, '1.001 BHD'],
    ['JPY', 1000, '1,000 JPY'],
    ['USD', 105, '1.05 USD'],
    ['MGA', 100, '1.00 MGA'],
    ['MRU', 12_345, '123.45 MRU'],
    ['SLE', 100, '1.00 SLE'],
    ['CLF', 12_345, '1.2345 CLF'],
    ['SAR', 2 ** 53 - 1, '90,071,992,547,409.91 SAR'],
  ] as const)
    test(`writes ${amount} of ${currency} as ${written}`, async () => {
      const intent = await shop.createIntent({ amount, currency });
      const { body } = await shop.fulfil(intent.client_secret, { source: source(cards.paid) });
      conforms(tables.payment, body);
      assert.equal(body.amount_format, written);
      assert.equal((await shop.bill({ amount, currency })).amount_format, written);
    });

  test('has the address of the connection, whatever a header claims', async () => {
    const { client_secret: secret } = await shop.createIntent();
    const { body } = await shop.call('POST', '/v1/payments', {
      key: 'pk_test_sandbox',
      headers: { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' },
      body: { client_secret: secret, source: source() },
    });
    assert.equal(body.ip, '127.0.0.1');
  });

  for (const [remoteAddress, ip] of Object.entries({
    '203.0.113.7': '203.0.113.7',
    '::ffff:203.0.113.7': '203.0.113.7',
    '::1': '127.0.0.1',
    '2001:db8::1': '127.0.0.1',
  }))
    test(`has the address ${ip} for a connection from ${remoteAddress}`, async () => {
      const sandbox = createSandbox();
      const socket = { remoteAddress, destroy: () => undefined };
      const { pay } = habits(
        client((request) => {
          request.headers.set('host', '127.0.0.1:4010');
          return sandbox.fetch(request, { incoming: { socket } });
        }),
      );
      assert.equal((await pay()).ip, ip);
    });

  test('keeps a name in any script, markup included, as it came', async () => {
    for (const name of ['عائشة', 'O’Neill <b>', '张', '😀'])
      assert.equal((await shop.payWith(cards.paid, { source: { name } })).source.name, name);
  });

  test('has the id that the client chose, unless another payment has it in whatever case', async () => {
    const id = '2c8e7cde-ccfe-4c3e-8c6e-bc9efccd5cfe';
    assert.equal((await shop.payWith(cards.paid, { payment: { given_id: id } })).id, id);
    const { client_secret: secret } = await shop.createIntent();
    for (const repeated of [id, id.toUpperCase()])
      refused(await shop.fulfil(secret, { given_id: repeated }), 400, 'used_given_id');
    assert.equal((await shop.fulfil(secret)).status, 201);
  });

  test('has been seen with every field filled', () => allSeen(tables.initiatedPayment, answers));
});

describe('2.2: an invoice', () => {
  const answers: unknown[] = [];
  const addresses = {
    callback_url: 'https://shop.example/paid',
    metadata: { order: '7' },
    success_url: 'https://shop.example/thanks?a=1',
    back_url: 'https://shop.example/cart#top',
  };
  for (const state of invoiceStates)
    test(`that is ${state} has the fields of the table everywhere`, async (t) => {
      const receiver = await openReceiver(t);
      const { id } = await billForAnHour(shop, { ...addresses, callback_url: receiver.url });
      await invoices[state](shop, id);
      const answer = await shop.retrieve(`invoices/${id}`);
      assert.equal(answer.status, state);
      conforms(tables.invoice, answer);
      assert.equal(answer.payments.length, 1);
      assert.deepEqual((await shop.retrieve('invoices')).invoices[0], answer);
      await shop.advance(0);
      assert.equal(receiver.received.length, ['paid', 'refunded', 'voided'].includes(state) ? 1 : 0);
      for (const { body } of receiver.received) conforms(tables.invoice, body);
      answers.push(answer);
    });

  test('answers what was asked for, and has no payments at first', async () => {
    const wish = { amount: 100, currency: 'KWD', description: '<b>عنوان</b>', ...addresses };
    const { status, body } = await shop.call('POST', '/v1/invoices', { body: wish });
    assert.equal(status, 201);
    conforms(tables.invoice, body);
    assert.deepEqual({ ...body, ...wish, status: 'initiated', payments: [] }, body);
  });

  test('lists its attempts as they are answered elsewhere, one that waits for its challenge among them', async () => {
    const { id } = await shop.bill();
    for (const state of ['failed', 'initiated', 'paid'] as const)
      await payments[state](shop, { invoice_id: id });
    const answer = await shop.retrieve(`invoices/${id}`);
    conforms(tables.invoice, answer);
    assert.deepEqual(
      answer.payments,
      (await shop.retrieve('payments')).payments.filter(
        ({ invoice_id: of }: { invoice_id: string }) => of === id,
      ),
    );
    assert.equal(answer.payments.length, 3);
    answers.push(answer);
  });

  test('has been seen with every field filled but what payments may leave out', () =>
    allSeen(tables.invoice, answers));
});

describe('2.6: a webhook', () => {
  const wishes: Record<string, object> = {
    'for all events': {},
    'for an empty list of events': { events: [] },
    'for one event': { http_method: 'post', events: ['payment_paid'] },
    'for every event by name': { events: kinds },
  };
  for (const [name, wish] of Object.entries(wishes))
    test(`${name} has the fields of the table everywhere, and never its secret`, async () => {
      const request = { url: 'https://shop.example/hook?a=1', shared_secret: 'never answered', ...wish };
      const { status, body } = await shop.call('POST', '/v1/webhooks', { body: request });
      assert.equal(status, 201);
      conforms(tables.webhook, body);
      const { shared_secret: _, ...answered } = { http_method: 'post', events: [], ...request };
      assert.deepEqual({ ...body, ...answered }, body);
      assert.deepEqual(await shop.retrieve(`webhooks/${body.id}`), body);
      assert.deepEqual((await shop.retrieve('webhooks')).webhooks[0], body);
    });
});
