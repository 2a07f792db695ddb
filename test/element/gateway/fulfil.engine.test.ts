import { expect } from '@open-wc/testing';
import type { Config } from '../../../src/element/checkout/config.js';
import type { Attempt } from '../../../src/element/checkout/ports.js';
import { fulfil } from '../../../src/element/gateway/fulfil.js';
import { secretConfig } from '../checkout/world.js';
import {
  baseUrl,
  createIntent,
  fault,
  publishableKey,
  readIntent,
  readPayment,
  resetSandbox,
} from '../sandbox.js';

const card = { number: '4111114005765430', month: '12', year: '2030', cvc: '123', name: 'Sara Ali' };
const typed = { kind: 'card', card, save: false } as const;

async function order(over: Partial<Config> = {}): Promise<Attempt & { intentId: string }> {
  const intent = await createIntent();
  return {
    intentId: intent.id,
    paymentId: crypto.randomUUID(),
    intent: { id: undefined, clientSecret: intent.client_secret },
    config: { ...secretConfig, baseUrl, publishableKey, timeout: 5_000, ...over },
    previousTry: 'never-sent',
  };
}

describe('fulfil', () => {
  beforeEach(resetSandbox);

  it('answers the payment that was made, with what was sent along', async () => {
    const split = { amount: 100, recipient_id: '22222222-2222-4222-8222-222222222222' };
    const it = await order({ metadata: { order: '7' }, splits: [split] });
    const answer = await fulfil(it, typed);
    expect(answer.kind).to.equal('payment');
    if (answer.kind !== 'payment') return;
    expect(answer.payment).to.include({ id: it.paymentId, status: 'paid', amount: 10_000 });
    expect(answer.payment['metadata']).to.deep.equal({ order: '7' });
    expect((answer.payment['splits'] as object[])[0]).to.include(split);
  });

  it('sends what the merchant’s server has fixed of the order in place of what the page has set', async () => {
    const split = { amount: 100, recipient_id: '22222222-2222-4222-8222-222222222222' };
    const it = await order({ metadata: { order: 'of the page' }, manual: false });
    const terms = { metadata: { order: '7' }, splits: [split], manual: true };
    const answer = await fulfil({ ...it, intent: { ...it.intent, terms } }, typed);
    if (answer.kind !== 'payment') return expect.fail(answer.kind);
    expect(answer.payment.status).to.equal('authorized');
    expect(answer.payment['metadata']).to.deep.equal({ order: '7' });
    expect((answer.payment['splits'] as object[])[0]).to.include(split);
  });

  for (const [name, kind, arrives] of [
    ['drop-before', 'no-answer', false],
    ['drop-after', 'no-answer', true],
    ['html-403', 'refused', false],
    ['401', 'refused', false],
    ['405', 'refused', false],
    ['429', 'refused', false],
    ['500', 'no-answer', false],
    ['503', 'no-answer', false],
    ['truncated', 'no-answer', true],
    ['unknown-status', 'payment', true],
    ['no-transaction-url', 'payment', true],
    ['bad-transaction-url', 'payment', true],
  ] as const) {
    it(`reads ${name} as ${kind}, and the payment was ${arrives ? '' : 'not '}made`, async () => {
      // Browsers repeat a request whose connection dies; the fault must outlast that.
      await fault(name, 'fulfil', name.startsWith('drop') ? 99 : 1);
      const it = await order();
      const answer = await fulfil(it, typed);
      expect(answer.kind).to.equal(kind);
      const made = (await readIntent(it.intentId)).status === 'fulfilled';
      expect(made).to.equal(arrives);
    });
  }

  it('is silent past the timeout, though the payment was made', async () => {
    await fault('delay', 'fulfil', 1, { ms: 600_000 });
    const it = await order({ timeout: 1_000 });
    // The time is up when the payment is made, however long that takes here.
    const [end, { timeout }] = [new AbortController(), AbortSignal];
    AbortSignal.timeout = (ms) => (ms === 1_000 ? end.signal : timeout.call(AbortSignal, ms));
    try {
      const answer = fulfil(it, typed);
      while ((await readPayment(it.paymentId)) === undefined);
      end.abort(new DOMException('', 'TimeoutError'));
      expect((await answer).kind).to.equal('no-answer');
    } finally {
      AbortSignal.timeout = timeout;
    }
    expect(await readPayment(it.paymentId)).to.include({ status: 'paid' });
  });

  it('tells an intent that is used from any other refusal', async () => {
    const it = await order();
    await fulfil(it, typed);
    const again = await fulfil(it, typed);
    expect(again).to.include({ kind: 'refused', intentStatus: 'used' });
    const wrongKey = await fulfil(await order({ publishableKey: 'pk_test_other' }), typed);
    expect(wrongKey).to.include({ kind: 'refused', intentStatus: 'open' });
  });

  it('brings the service’s field messages to the form’s fields', async () => {
    const answer = await fulfil(await order(), { ...typed, card: { ...card, year: '2020' } });
    expect(answer.kind).to.equal('refused');
    if (answer.kind !== 'refused') return;
    expect(answer.error).to.include({ code: 'card', field: 'expiry', retryable: true, status: 400 });
    expect(answer.error.errors?.['expiry']?.[0]).to.be.a('string');
  });

  it('sends nothing from a device that is offline', async () => {
    const it = await order();
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    const answer = await fulfil(it, typed);
    delete (navigator as { onLine?: boolean }).onLine;
    expect(answer.kind).to.equal('unsent');
    expect((await readIntent(it.intentId)).status).to.equal('created');
  });
});
