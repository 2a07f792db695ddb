import { expect } from '@open-wc/testing';
import type { Config } from '../../src/checkout/config.js';
import type { Attempt } from '../../src/checkout/ports.js';
import { fulfil } from '../../src/gateway/fulfil.js';
import { announce, fetchIntent, fetchStatus } from '../../src/gateway/merchant.js';
import { secretConfig } from '../checkout/world.js';
import { PayError } from '../../src/error.js';
import {
  baseUrl,
  createIntent,
  fault,
  publishableKey,
  readIntent,
  readPayment,
  resetSandbox,
} from '../elements/sandbox.js';

const card = { number: '4111114005765430', month: '12', year: '2030', cvc: '123', name: 'Sara Ali' };
const typed = { kind: 'card', card, save: false } as const;

async function order(over: Partial<Config> = {}): Promise<Attempt & { intentId: string }> {
  const intent = await createIntent();
  return {
    intentId: intent.id,
    paymentId: crypto.randomUUID(),
    intent: { id: undefined, clientSecret: intent.client_secret },
    config: { ...secretConfig, baseUrl, publishableKey, timeout: 5_000, ...over },
    known: 'never-sent',
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

  for (const [name, kind, arrives] of [
    ['drop-before', 'silent', false],
    ['drop-after', 'silent', true],
    ['html-403', 'refused', false],
    ['401', 'refused', false],
    ['405', 'refused', false],
    ['429', 'refused', false],
    ['500', 'silent', false],
    ['503', 'silent', false],
    ['truncated', 'silent', true],
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
      expect((await answer).kind).to.equal('silent');
    } finally {
      AbortSignal.timeout = timeout;
    }
    expect(await readPayment(it.paymentId)).to.include({ status: 'paid' });
  });

  it('tells an intent that is used from any other refusal', async () => {
    const it = await order();
    await fulfil(it, typed);
    const again = await fulfil(it, typed);
    expect(again).to.include({ kind: 'refused', used: true });
    const wrongKey = await fulfil(await order({ publishableKey: 'pk_test_other' }), typed);
    expect(wrongKey).to.include({ kind: 'refused', used: false });
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

/** Hostile or broken answers, which no sandbox gives: each as the whole answer of `fetch`. */
describe('an answer that is none', () => {
  const { fetch } = window;
  afterEach(() => void (window.fetch = fetch));

  const play = async (body: BodyInit, status = 201) => {
    window.fetch = () => Promise.resolve(new Response(body, { status }));
    return fulfil(
      {
        paymentId: crypto.randomUUID(),
        intent: { id: 'i1', clientSecret: 'pi_secret_hush' },
        config: { ...secretConfig, baseUrl, publishableKey, timeout: 5_000 },
        known: 'never-sent',
      },
      typed,
    );
  };

  for (const [what, body] of [
    ['nothing', ''],
    ['a word', 'paid'],
    ['a list', '[]'],
    ['null', 'null'],
    ['an object without an id', '{"status":"paid"}'],
    ['an empty id', '{"id":"","status":"paid"}'],
    ['a status that is a number', '{"id":"p","status":1}'],
    ['an amount that is text', '{"id":"p","status":"paid","amount":"1"}'],
    ['a source that is text', '{"id":"p","status":"paid","source":"card"}'],
    ['a payment in a list', '[{"id":"p","status":"paid"}]'],
    ['deep nesting', '['.repeat(100_000)],
    ['ten megabytes', `{"id":"p","status":"paid","x":"${'x'.repeat(10_000_000)}"}`],
  ]) {
    it(`(${what}) is silent`, async () => {
      expect((await play(body ?? '')).kind).to.equal('silent');
    });
  }

  for (const status of [202, 301, 402, 408, 409, 410, 422, 500, 502, 504]) {
    it(`(HTTP ${status} with an error) is silent: nobody says that nothing was made`, async () => {
      expect((await play('{"type":"x"}', status)).kind).to.equal('silent');
    });
  }

  it('that repeats the card or the secret does not carry them on', async () => {
    const echo = {
      type: 'x',
      message: `${card.number} pi_secret_hush`,
      errors: { 'source.number': [card.number] },
    };
    const answer = await play(JSON.stringify(echo), 400);
    expect(answer.kind).to.equal('refused');
    if (answer.kind !== 'refused') return;
    const told = JSON.stringify([answer.error, answer.error.message, answer.error.errors]);
    expect(told).not.to.contain(card.number).and.not.to.contain('pi_secret_hush');
  });

  for (const [what, written] of [
    ['blanks', '4111 1140 0576 5430'],
    ['dashes', '4111-1140-0576-5430'],
    ['dots', '4111.1140.0576.5430'],
    ['no-break spaces', '4111\u00a01140\u00a00576\u00a05430'],
    ['another grouping', '411111 4005765430'],
  ] as const) {
    it(`that repeats the card with ${what}, and its code, does not carry them on`, async () => {
      const echo = {
        type: 'x',
        message: `${written} cvc 123`,
        errors: { 'source.cvc': ['123', 'not 123!'] },
      };
      const answer = await play(JSON.stringify(echo), 400);
      if (answer.kind !== 'refused') throw new Error(answer.kind);
      const told = JSON.stringify([answer.error, answer.error.message, answer.error.errors]);
      expect(told)
        .not.to.contain('5430"')
        .and.not.to.contain(written)
        .and.not.to.match(/\b123\b/);
    });
  }

  it('keeps its amounts, its ids and its addresses, whatever the code is', async () => {
    const payment = {
      id: 'p-123-1',
      status: 'initiated',
      amount: 123,
      source: { transaction_url: 'https://bank.example/123' },
      amount_format: '123.00 SAR',
    };
    const answer = await play(JSON.stringify(payment));
    expect(answer).to.deep.equal({ kind: 'payment', payment });
  });

  it('keeps addresses that are written with escaped slashes', async () => {
    const payment = {
      id: 'p1',
      status: 'initiated',
      callback_url: 'https://shop.example/orders/123',
      source: { transaction_url: 'https://bank.example/3ds/123?id=123' },
    };
    const answer = await play(JSON.stringify(payment).replaceAll('/', '\\/'));
    expect(answer).to.deep.equal({ kind: 'payment', payment });
  });

  it('that repeats the code beside an address does not carry it on', async () => {
    const echo = { type: 'x', message: 'The code 123 is wrong, see https://docs.example/errors' };
    const answer = await play(JSON.stringify(echo), 400);
    if (answer.kind !== 'refused') throw new Error(answer.kind);
    expect(answer.error.message).not.to.match(/\b123\b/);
    expect(answer.error.message).to.contain('https://docs.example/errors');
  });

  for (const errors of [[], { base: null }, [null], 0, { base: 7 }, null, true]) {
    it(`(errors: ${JSON.stringify(errors)}) does not hide that the intent is used`, async () => {
      for (const said of [{ type: 'intent_not_fulfillable' }, { message: 'intent_not_fulfillable' }]) {
        expect(await play(JSON.stringify({ ...said, errors }), 400)).to.include({
          kind: 'refused',
          used: true,
        });
      }
    });
  }

  for (const [said, used] of [
    ['The payment intent has expired.', true],
    ['payment_intent_expired', true],
    ['This intent was canceled.', true],
    ['Intent is cancelled', true],
    ['The card has expired.', false],
    ['The request was canceled.', false],
  ] as const) {
    it(`("${said}") says that the intent ${used ? 'has ended' : 'may still be used'}`, async () => {
      for (const body of [{ type: said }, { type: 'invalid_request_error', message: said, errors: null }])
        expect(await play(JSON.stringify(body), 400)).to.include({ kind: 'refused', used });
    });
  }

  it('about an expired card is not about the intent', async () => {
    const said = {
      message: 'The intent was not fulfilled: the card has expired.',
      errors: { 'source.year': ['x'] },
    };
    expect(await play(JSON.stringify(said), 400)).to.include({ kind: 'refused', used: false });
  });

  it('about the company is about the number', async () => {
    const answer = await play(JSON.stringify({ errors: { company: 'not supported', base: null } }), 400);
    if (answer.kind !== 'refused') throw new Error(answer.kind);
    expect(answer.error).to.include({ code: 'card', field: 'number' });
    expect(answer.error.errors).to.deep.equal({ number: ['not supported'] });
  });

  it('about fields with odd names is a refusal all the same', async () => {
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      const answer = await play(`{"type":"x","errors":{"${name}":["is unknown"]}}`, 400);
      if (answer.kind !== 'refused') throw new Error(`${name}: ${answer.kind}`);
      expect(Object.entries(answer.error.errors ?? {}), name).to.deep.equal([[name, ['is unknown']]]);
    }
  });

  for (const id of ['..', '.', '', 'a/b', 'a b', 'ä', '%2e%2e']) {
    it(`is not asked for on an intent with the id ${JSON.stringify(id)}: nothing is sent`, async () => {
      let asked = 0;
      const attempt = await order();
      window.fetch = () => (asked++, Promise.reject(new Error('asked')));
      const answer = await fulfil({ ...attempt, intent: { ...attempt.intent, id } }, typed);
      expect(answer.kind).to.equal('unsent');
      expect(asked).to.equal(0);
    });
  }

  it('that sets a prototype changes nothing', async () => {
    const answer = await play('{"id":"p","status":"paid","__proto__":{"polluted":true}}');
    expect(answer.kind).to.equal('payment');
    expect(({} as { polluted?: boolean }).polluted).to.equal(undefined);
  });
});

describe('the merchant’s endpoints', () => {
  const { fetch } = window;
  afterEach(() => void (window.fetch = fetch));

  const answer = (body: string, status = 200) => {
    const asked: Request[] = [];
    window.fetch = (input, init) => {
      asked.push(new Request(input, init));
      return Promise.resolve(new Response(body || null, { status }));
    };
    return asked;
  };
  const url = `${location.origin}/status?shop=1`;

  it('an intent is asked for with POST and no body', async () => {
    const asked = answer('{"id":"i1","client_secret":"pi_secret_1","amount":100,"currency":"SAR"}', 201);
    const intent = await fetchIntent({ kind: 'url', url: `${location.origin}/intent` });
    expect(intent).to.deep.equal({
      kind: 'intent',
      intent: { id: 'i1', clientSecret: 'pi_secret_1', amount: 100, currency: 'SAR' },
    });
    expect(asked[0]).to.include({ method: 'POST', credentials: 'same-origin' });
    expect(await asked[0]?.text()).to.equal('');
    expect(asked[0]?.headers.get('accept')).to.equal('application/json');
  });

  for (const [body, status, code] of [
    ['{"id":"i1"}', 200, 'configuration'],
    ['<html>', 200, 'configuration'],
    ['{"id":"../x","client_secret":"pi_secret_1"}', 200, 'configuration'],
    ['{"id":"..","client_secret":"pi_secret_1"}', 200, 'configuration'],
    ['{"id":"pi%2F1","client_secret":"pi_secret_1"}', 200, 'configuration'],
    ['{"type":"order_paid"}', 409, 'api'],
    ['{"type":"other","payment":{"id":"p","status":"paid"}}', 409, 'api'],
    ['{}', 500, 'api'],
    ['{}', 404, 'api'],
  ] as const) {
    it(`${body} with HTTP ${status} is no intent: ${code}`, async () => {
      answer(body, status);
      const error = await fetchIntent({ kind: 'url', url }).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(PayError).and.to.include({ code });
    });
  }

  it('a status is asked for with its own query and the id', async () => {
    const asked = answer('{"id":"p1","status":"paid"}');
    expect(await fetchStatus({ kind: 'url', url }, 'p1')).to.include({ status: 'paid' });
    expect(asked[0]?.method).to.equal('GET');
    expect(new URL(asked[0]?.url ?? '').search).to.equal('?shop=1&id=p1');
  });

  it('404 says that there is no such payment; other failures, and other payments, say nothing', async () => {
    answer('', 404);
    expect(await fetchStatus({ kind: 'url', url }, 'p1')).to.equal(undefined);
    for (const [body, status] of [
      ['', 500],
      ['', 403],
      ['x', 200],
      ['{"id":"p2","status":"paid"}', 200],
    ] as const) {
      answer(body, status);
      const said = await fetchStatus({ kind: 'url', url }, 'p1').catch(() => 'nothing');
      expect(said).to.equal('nothing');
    }
  });

  it('404 with a page of HTML is that of a wrong address, and says nothing of the payment', async () => {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    window.fetch = () => Promise.resolve(new Response('<h1>Not found</h1>', { status: 404, headers }));
    const said = await fetchStatus({ kind: 'url', url }, 'p1').catch(() => 'nothing');
    expect(said).to.equal('nothing');
  });

  for (const type of ['order_paid', 'payment_open']) {
    it(`409 ${type} brings the payment in place of an intent`, async () => {
      const payment = { id: 'p1', status: 'paid' };
      for (const kind of ['url', 'checkout'] as const) {
        answer(JSON.stringify({ type, payment }), 409);
        expect(await fetchIntent({ kind, url })).to.deep.equal({ kind: 'withheld', payment });
      }
    });

    it(`409 ${type} brings the payment when an attempt is announced`, async () => {
      const payment = { id: 'p1', status: 'paid' };
      answer(JSON.stringify({ type, payment }), 409);
      expect(await announce(url, 'p2')).to.deep.equal(payment);
    });
  }

  it('only checkout-url is told which payment the payer has set aside', async () => {
    const body = '{"id":"i1","client_secret":"pi_secret_1"}';
    for (const [kind, sent] of [
      ['checkout', '{"instead_of":"p1"}'],
      ['url', ''],
    ] as const) {
      const asked = answer(body, 201);
      await fetchIntent({ kind, url }, 'p1');
      expect(await asked[0]?.text()).to.equal(sent);
    }
  });

  it('an attempt is announced by its id, and anything but 2xx stops it', async () => {
    const asked = answer('', 204);
    expect(await announce(url, 'p1')).to.equal(undefined);
    expect(asked[0]).to.include({ method: 'POST', credentials: 'same-origin' });
    expect(await asked[0]?.text()).to.equal('{"payment_id":"p1"}');
    for (const status of [304, 404, 409, 500]) {
      window.fetch = () =>
        Promise.resolve(new Response(status === 304 ? null : '{"type":"price_changed"}', { status }));
      const error = await announce(url, 'p1').catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(PayError).and.to.include({ code: 'api', field: 'attempt-url', status });
    }
  });
});
