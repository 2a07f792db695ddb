import { expect } from 'chai';
import type { Attempt, FulfilResult } from '../../../src/element/checkout/ports.js';
import { fulfil } from '../../../src/element/gateway/fulfil.js';
import { sendOnline } from '../../../src/element/gateway/send-online.js';
import { baseUrl, fault, readIntent, readPayment, resetSandbox, watchFulfilments } from '../sandbox.js';
import { order } from './order.js';

const card = { number: '4111114005765430', month: '12', year: '2030', cvc: '123', name: 'Sara Ali' };
const typed = { kind: 'card', card, save: false } as const;

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

  for (const [what, terms, sent] of [
    ['unless the merchant’s server wants one', undefined, false],
    ['unless the merchant’s server wants one: it has other terms', { manual: true }, false],
    ['if the merchant’s server wants one', { apply_coupon: true }, true],
  ] as const)
    it(`lets the service ${sent ? '' : 'not '}apply a coupon, ${what}`, async () => {
      const watch = watchFulfilments();
      const it = await order();
      await fulfil({ ...it, intent: { ...it.intent, ...(terms && { terms }) } }, typed);
      watch.restore();
      expect(watch.sent[0]).to.include({ apply_coupon: sent });
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

  /** The answer in a document with a policy of its own. */
  async function fulfilUnder(policy: string, attempt: Attempt): Promise<FulfilResult> {
    const frame = document.createElement('iframe');
    const answered = new Promise<FulfilResult>((resolve) => {
      frame.addEventListener('answered', (event) => resolve((event as CustomEvent<FulfilResult>).detail));
    });
    frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${policy}"><script type="module">
      import { fulfil } from '/src/element/gateway/fulfil.ts';
      const detail = await fulfil(...${JSON.stringify([attempt, typed])});
      frameElement.dispatchEvent(new parent.CustomEvent('answered', { detail }));
    </script>`;
    document.body.append(frame);
    const answer = await answered;
    frame.remove();
    return answer;
  }

  it('says that nothing has left when a policy of the page stops the request, and which origin it must allow', async () => {
    const it = await order();
    const answer = await fulfilUnder("connect-src 'self'", it);
    if (answer.kind !== 'unsent') return expect.fail(answer.kind);
    expect(answer.error).to.include({ code: 'configuration', field: 'base-url' });
    expect(answer.error.message).to.contain(`Add ${new URL(baseUrl).origin} to \`connect-src\``);
    expect((await readIntent(it.intentId)).status).to.equal('created');
  });

  it('believes no event of a script that a policy has stopped the request', async () => {
    await fault('drop-after', 'fulfil', 99);
    const it = await order();
    const answer = fulfil(it, typed);
    const init = {
      blockedURI: `${baseUrl}/payments`,
      disposition: 'enforce',
      effectiveDirective: 'connect-src',
    };
    document.dispatchEvent(new SecurityPolicyViolationEvent('securitypolicyviolation', init as never));
    expect((await answer).kind).to.equal('no-answer');
    expect((await readIntent(it.intentId)).status).to.equal('fulfilled');
  });

  const page = { status: 404, headers: { 'content-type': 'text/html' } };
  for (const [what, response, kind] of [
    ['a page of HTML for a wrong address', new Response('<h1>Not found</h1>', page), 'refused'],
    ['a page of an app for any address', new Response('<!doctype html>'), 'no-answer'],
    ['JSON of another service', new Response('{"ok":true}'), 'no-answer'],
  ] as const) {
    it(`names base-url when what answers is no service: ${what}`, async () => {
      const attempt = await order();
      const { fetch } = window;
      window.fetch = () => Promise.resolve(response);
      const answer = await fulfil(attempt, typed).finally(() => (window.fetch = fetch));
      expect(answer.kind).to.equal(kind);
      const text = 'error' in answer ? answer.error.message : 'advice' in answer ? answer.advice : '';
      expect(text).to.contain(`${baseUrl} answered HTTP ${response.status}, but not as the service does`);
      if ('error' in answer) expect(answer.error).to.include({ code: 'configuration', field: 'base-url' });
    });
  }

  it('sends nothing from a device that is offline', async () => {
    const it = await order();
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    // Nothing answers at this port.
    const answer = await sendOnline(document, 'http://127.0.0.1:9', () => fulfil(it, typed));
    delete (navigator as { onLine?: boolean }).onLine;
    expect(answer.kind).to.equal('unsent');
    expect((await readIntent(it.intentId)).status).to.equal('created');
  });
});
