import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, it } from 'node:test';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { traceDecisions, type DecisionEvent } from '../../src/server/index.js';
import { challenged } from './payer.js';
import { openCheckout, sharedSecret } from './checkout-shop.js';

const fields = ['what', 'orderId', 'paymentId', 'intentId', 'verdict', 'attempt', 'ms'];
const brief = ({ what, verdict }: DecisionEvent) => (verdict ? `${what} ${verdict}` : what);

describe('the events of a checkout', () => {
  it('are each decision of a purchase, in their order', async (t) => {
    const events: DecisionEvent[] = [];
    const shop = await openCheckout(t, { onEvent: (event) => void events.push(event) });
    const intent = await shop.intent();
    const { id } = await shop.pay(intent);
    await shop.checkout().settle(id);
    await shop.conflict();
    await shop.checkout().refund('7', { key: 'a' });
    assert.deepEqual(events.map(brief), [
      'intent-issued',
      'payment-judged paid',
      'verdict-notified paid',
      'order-paid-answered',
      'refund-requested',
      'payment-judged reversed',
      'refund-done',
      'verdict-notified reversed',
    ]);
    for (const event of events) {
      assert.equal(event.orderId, '7');
      assert.ok(Number.isInteger(event.ms) && event.ms >= 0);
      assert.deepEqual(
        Object.keys(event).filter((name) => !fields.includes(name)),
        [],
      );
    }
    const judged = events.find(({ what }) => what === 'payment-judged')!;
    assert.deepEqual([judged.paymentId, judged.intentId, judged.attempt], [id, intent.id, undefined]);
  });

  it('are published on `diagnostics_channel` too', async (t) => {
    const events: unknown[] = [];
    const listen = (message: unknown) => void events.push(message);
    subscribe('pay-checkout:intent-issued', listen);
    t.after(() => unsubscribe('pay-checkout:intent-issued', listen));
    const shop = await openCheckout(t);
    const { id, payment_id: paymentId } = await shop.intent();
    assert.deepEqual(
      events.map((event) => ({ ...(event as DecisionEvent), ms: 0 })),
      [{ what: 'intent-issued', orderId: '7', intentId: id, paymentId, ms: 0 }],
    );
  });

  it('are not even described where nobody listens', async (t) => {
    const shop = await openCheckout(t);
    const described: string[] = [];
    t.mock.method(Object, 'freeze', (value: object) => (described.push(...Object.keys(value)), value));
    await shop.intent();
    assert.deepEqual(
      described.filter((name) => name === 'what'),
      [],
    );
  });

  const full = () => {
    throw new Error('The log is full.');
  };
  for (const [title, onEvent] of [
    ['throws', full],
    ['rejects', async () => full()],
  ] as const)
    it(`reports an \`onEvent\` that ${title} to \`onError\` and continues`, async (t) => {
      const shop = await openCheckout(t, { onEvent });
      assert.equal((await shop.askIntent()).status, 201);
      assert.match(String(shop.errors), /The log is full/);
    });

  it('have no key, no secret and no card, whatever the service says', async (t) => {
    const events: DecisionEvent[] = [];
    const ids = [
      'sk_test_sandbox',
      'pi_secret_of_a_stranger',
      challenged,
      '4111-1140-0576-5430',
      'pk_test_x',
    ];
    let number = 0;
    const shop = await openCheckout(t, {
      onEvent: (event) => void events.push(event),
      around: (client) => ({
        ...client,
        createPaymentIntent: async (body) =>
          Object.assign(await client.createPaymentIntent(body), { id: ids[number++] }),
        retrievePaymentIntent: async (id) => ({ id, status: 'canceled' }) as never,
        cancelPaymentIntent: async (id) => ({ id, status: 'canceled' }) as never,
        retrievePayment: async (id) =>
          ({ id, status: 'failed', note: 'sk_test_sandbox', metadata: { card: challenged } }) as never,
      }),
    });
    for (const id of ids) assert.equal((await shop.intent()).id, id);
    assert.ok(events.length > 8, `${events.length}`);
    const text = JSON.stringify(events);
    for (const secret of [...ids, sharedSecret]) assert.ok(!text.includes(secret), secret);
    for (const event of events) for (const name of Object.keys(event)) assert.ok(fields.includes(name), name);
  });

  it('are one trace from the intent to the settlement, also over several processes', async (t) => {
    const exporter = new InMemorySpanExporter();
    const tracers = [1, 2].map(() =>
      new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer('shop'),
    );
    const shop = await openCheckout(t, { onEvent: traceDecisions(tracers[0]!) });
    const intent = await shop.intent();
    await shop.intent({}, '8');
    const { id } = await shop.pay(intent);
    shop.restart({ onEvent: traceDecisions(tracers[1]!) });
    await shop.checkout().settle(id);
    const spans = exporter.getFinishedSpans();
    const own = spans.filter(({ attributes }) => attributes['pay.order_id'] === '7');
    assert.deepEqual(
      own.map(({ name }) => name),
      ['pay-checkout intent-issued', 'pay-checkout payment-judged', 'pay-checkout verdict-notified'],
    );
    const traces = new Set(own.map((span) => span.spanContext().traceId));
    assert.equal(traces.size, 1);
    assert.match([...traces][0]!, /^[\da-f]{32}$/);
    const [other] = spans.filter(({ attributes }) => attributes['pay.order_id'] === '8');
    assert.ok(other && !traces.has(other.spanContext().traceId));
    assert.equal(own[1]!.attributes['pay.verdict'], 'paid');
  });

  it('need no module of Node', async (t) => {
    const shop = await openCheckout(t);
    const { process } = globalThis;
    t.after(() => void (globalThis.process = process));
    const events: DecisionEvent[] = [];
    // As at the edge.
    Object.assign(globalThis, { process: undefined });
    shop.restart({ onEvent: (event) => void events.push(event) });
    globalThis.process = process;
    assert.equal((await shop.askIntent()).status, 201);
    assert.deepEqual(events.map(brief), ['intent-issued']);
  });
});
