import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  invoiceContract,
  invoiceStatuses,
  paymentContract,
  paymentIntentContract,
  paymentStatuses,
  webhookEvents,
} from '../../src/wire/index.js';
import { openReceiver, status } from '../receiver.js';
import { openShop, refusedFor } from './shop.js';

function openWithFixtures() {
  const shop = openShop();
  const control = (path: string, body: object) => shop.call('POST', `/sandbox/${path}`, { key: null, body });
  const make = (body: object) => control('fixtures', body);
  const trigger = (body: object) => control('trigger', body);
  const read = async (path: string) => (await shop.call('GET', `/v1/${path}`)).body;
  return { ...shop, make, trigger, read };
}

describe('fixtures', () => {
  it('make a payment in every state, as the service would answer it', async () => {
    const { make, read } = openWithFixtures();
    const payments = paymentStatuses.map((status) => ({ status, amount: 1000, metadata: { order: status } }));
    const { status, body } = await make({ payments });
    assert.equal(status, 201);
    for (const [index, payment] of body.payments.entries()) {
      paymentContract.parse(payment);
      assert.equal(payment.status, paymentStatuses[index]);
      assert.deepEqual(await read(`payments/${payment.id}`), payment);
    }
    const of = (name: string) => body.payments[paymentStatuses.indexOf(name as 'paid')];
    assert.deepEqual([of('captured').captured, of('refunded').refunded], [1000, 1000]);
    assert.deepEqual([of('failed').fee, of('failed').source.response_code], [0, '05']);
  });

  it('make payments that go on from their state', async () => {
    const { make, call, answer, paymentOf } = openWithFixtures();
    const { body } = await make({
      payments: [
        { status: 'initiated', amount: 1000 },
        { status: 'authorized', amount: 1000 },
        { status: 'captured', amount: 1000, captured: 600 },
        { status: 'refunded', amount: 1000, refunded: 400 },
      ],
    });
    const [initiated, authorized, captured, refunded] = body.payments;
    await answer(initiated, 'authenticated');
    assert.equal((await paymentOf(initiated.id)).status, 'paid');
    const move = async (id: string, verb: string, amount?: number) =>
      (await call('POST', `/v1/payments/${id}/${verb}`, { body: { amount } })).status;
    assert.equal(await move(authorized.id, 'capture', 1000), 200);
    assert.deepEqual(
      [await move(captured.id, 'refund', 601), await move(captured.id, 'refund', 600)],
      [400, 200],
    );
    assert.deepEqual(
      [await move(refunded.id, 'refund', 601), await move(refunded.id, 'refund', 600)],
      [400, 200],
    );
  });

  it('make an intent in every state; only one that is created can be used', async () => {
    const { make, fulfil } = openWithFixtures();
    const wanted = ['created', 'fulfilled', 'canceled', 'expired'];
    const { body } = await make({
      intents: wanted.map((status) => ({ status, amount: 1000, callback_url: 'https://shop.example/' })),
    });
    const statuses = [];
    for (const intent of body.intents) {
      paymentIntentContract.parse(intent);
      statuses.push((await fulfil(intent.client_secret)).status);
    }
    assert.deepEqual(
      body.intents.map(({ status }: { status: string }) => status),
      ['created', 'fulfilled', 'canceled', 'created'],
    );
    assert.deepEqual(statuses, [201, 400, 400, 400]);
  });

  it('make an invoice in every state', async () => {
    const { make, read } = openWithFixtures();
    const { body } = await make({ invoices: invoiceStatuses.map((status) => ({ status, amount: 1000 })) });
    for (const [index, invoice] of body.invoices.entries()) {
      invoiceContract.parse(invoice);
      assert.equal((await read(`invoices/${invoice.id}`)).status, invoiceStatuses[index]);
    }
  });

  it('take ids and times, and may refer to one another', async () => {
    const { make, read } = openWithFixtures();
    const [intent, payment, invoice] = [1, 2, 3].map((n) => `1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4be${n}`);
    const made = '2026-01-02T03:04:05.000Z';
    await make({
      intents: [{ id: intent, status: 'fulfilled', amount: 1000, created_at: made }],
      invoices: [{ id: invoice, status: 'paid', amount: 1000, created_at: made }],
      payments: [{ id: payment, amount: 1000, intent_id: intent, invoice_id: invoice, created_at: made }],
    });
    assert.equal((await read(`payment_intents/${intent}`)).created_at, made);
    const bill = await read(`invoices/${invoice}`);
    assert.deepEqual([bill.created_at, bill.url], [made, `http://sandbox.test/invoices/${invoice}`]);
    assert.deepEqual(
      bill.payments.map(({ id, created_at }: Record<string, string>) => [id, created_at]),
      [[payment, made]],
    );
  });

  it('announce nothing', async (t) => {
    const { make, call, sandbox } = openWithFixtures();
    const receiver = await openReceiver(t);
    await call('POST', '/v1/webhooks', { body: { url: receiver.url } });
    await make({ payments: [{ amount: 1000 }] });
    await sandbox.tick();
    assert.deepEqual(receiver.received, []);
  });

  const id = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
  const paymentOf = (more: object) => ({ payments: [{ amount: 1000, ...more }] });
  const wrong: ReadonlyArray<readonly [string, object, string]> = [
    ['an unknown state', paymentOf({ status: 'lost' }), 'payments.0.status'],
    ['an unknown field', paymentOf({ state: 'paid' }), 'payments.0.state'],
    ['no amount', { invoices: [{}] }, 'invoices.0.amount'],
    ['an id twice', { payments: Array(2).fill({ id, amount: 1000 }) }, 'payments.1.id'],
    ['an intent that is not there', paymentOf({ intent_id: id }), 'payments.0.intent_id'],
    ['an invoice that is not there', paymentOf({ invoice_id: id }), 'payments.0.invoice_id'],
    ['more refunded than there is', paymentOf({ status: 'refunded', refunded: 1001 }), 'payments.0.refunded'],
  ];
  for (const [name, body, field] of wrong)
    it(`are refused with ${name}, and then none is made`, async () => {
      const { make, read } = openWithFixtures();
      refusedFor(
        await make({
          intents: [{ amount: 1000, id: field.includes('intent') ? undefined : id }],
          ...body,
        }),
        field,
      );
      assert.equal((await read('payments')).meta.total_count, 0);
      assert.equal((await read(`payment_intents/${id}`)).type, 'record_not_found');
    });
});

describe('a trigger', () => {
  for (const event of webhookEvents)
    it(`sends ${event} with a payment in its state to a webhook that listens`, async (t) => {
      const { trigger, call, paymentOf } = openWithFixtures();
      const receiver = await openReceiver(t);
      await call('POST', '/v1/webhooks', { body: { url: receiver.url, shared_secret: 'hush-hush' } });
      const { status: code, body } = await trigger({ event, payment: { metadata: { order: '7' } } });
      assert.equal(code, 200);
      const message = receiver.received[0]!.body;
      assert.deepEqual(message, {
        ...message,
        type: event,
        secret_token: 'hush-hush',
        data: await paymentOf(message.data.id),
      });
      assert.deepEqual(body.data.metadata, { order: '7' });
      const other = { payment_abandoned: 'initiated', payment_canceled: 'failed' }[event as string];
      assert.equal(body.data.status, other ?? event.replace('payment_', ''));
      assert.deepEqual(body.sent, [
        { url: receiver.url, accepted: true, response_code: 200, message: 'answered 200' },
      ]);
    });

  it('sends to an address that is no webhook, with the secret that is given, once', async (t) => {
    const { trigger, advance } = openWithFixtures();
    const receiver = await openReceiver(t, status(500));
    const { body } = await trigger({ event: 'payment_paid', to: receiver.url, secret: 'mine' });
    assert.deepEqual([body.sent[0].accepted, body.sent[0].response_code], [false, 500]);
    await advance(86_400);
    assert.deepEqual(
      receiver.received.map(({ body }) => [body.type, body.secret_token]),
      [['payment_paid', 'mine']],
    );
  });

  it('sends the notice of a paid invoice, which no webhook listens to', async (t) => {
    const { trigger } = openWithFixtures();
    const receiver = await openReceiver(t);
    refusedFor(await trigger({ event: 'invoice_paid' }), 'to');
    await trigger({ event: 'invoice_paid', to: receiver.url });
    const { body } = receiver.received[0]!;
    invoiceContract.parse(body);
    assert.equal(body.status, 'paid');
  });

  it('answers an empty list when nobody listens', async () => {
    assert.deepEqual((await openWithFixtures().trigger({ event: 'payment_paid' })).body.sent, []);
  });

  it('is refused with an unknown event', async () => {
    refusedFor(await openWithFixtures().trigger({ event: 'payment_lost' }), 'event');
  });
});

describe('the stream of the log', () => {
  it('has the requests so far and those that follow, a line of JSON each, when they are answered', async () => {
    const { sandbox, call, createIntent } = openWithFixtures();
    await createIntent();
    const answer = await sandbox.fetch(new Request('http://sandbox.test/sandbox/log/stream'));
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    const next = async () => {
      const { value = '' } = await reader.read();
      assert.match(value, /^\{.*\}\n$/);
      const { method, path, status: code } = JSON.parse(value) as Record<string, unknown>;
      return [method, path, code];
    };
    assert.deepEqual(await next(), ['POST', '/v1/payment_intents', 201]);
    await call('GET', '/v1/payments');
    assert.deepEqual(await next(), ['GET', '/v1/payments', 200]);
    await reader.cancel();
    await call('GET', '/v1/payments');
  });
});
