import { expect } from 'chai';
import { PayError } from '../../../src/error.js';
import { fetchIntent, fetchStatus } from '../../../src/element/gateway/merchant-api.js';

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

  it('says by X-Requested-With that a page of the shop asks, and never across origins', async () => {
    const other = 'https://pay.example';
    for (const [origin, header] of [
      [location.origin, 'pay-checkout'],
      [other, null],
    ] as const) {
      const asked = answer('{"id":"p1","status":"paid","client_secret":"pi_secret_1"}');
      await fetchIntent({ kind: 'url', url: `${origin}/intent` });
      await fetchStatus({ kind: 'url', url: `${origin}/status` }, 'p1');
      expect(asked.map(({ headers }) => headers.get('x-requested-with'))).to.deep.equal([header, header]);
    }
  });

  const rest = '"client_secret":"pi_secret_hush"';
  for (const [body, problem] of [
    ['{"id":"i1"}', 'with `client_secret`: undefined,'],
    [`{"id":7,${rest}}`, 'with `id`: 7,'],
    [`{"id":"i1",${rest},"amount":"10000"}`, 'with `amount`: “10000”,'],
    [`{"id":"i1",${rest},"amount":100.5}`, 'with `amount`: 100.5,'],
    [`{"id":"i1",${rest},"currency":682}`, 'with `currency`: 682,'],
    [`{"id":"i1",${rest},"payment_id":""}`, 'with `payment_id`: “”,'],
    ['{"id":"i1","client_secret":"sk_test_hush"}', 'with `client_secret`: “sk_…”,'],
    ['<!doctype html><title>Log in</title>', 'with “<!doctype html>'],
    ['', 'with “”,'],
    ['null', 'with “null”,'],
    ['[]', 'with [object Array],'],
  ] as const) {
    it(`names what came instead of an intent: ${body}`, async () => {
      answer(body);
      const error = (await fetchIntent({ kind: 'url', url }).catch((reason: unknown) => reason)) as PayError;
      expect(error).to.include({ code: 'configuration', field: 'intent-url' });
      expect(error.message).to.contain(`intent-url answered HTTP 200 ${problem}`).and.not.to.contain('hush');
    });
  }

  it('names what fetchIntent resolved with: a response whose JSON was not read', async () => {
    const source = { kind: 'function', fetchIntent: async () => new Response() } as const;
    const error = (await fetchIntent(source).catch((reason: unknown) => reason)) as PayError;
    expect(error.message).to.contain(
      'fetchIntent resolved with [object Response], which is no payment intent',
    );
  });

  for (const status of [403, 419, 422]) {
    it(`asks whether HTTP ${status} without a type comes from a guard against forged requests`, async () => {
      answer('<h1>Page expired</h1>', status);
      const error = (await fetchIntent(checkout).catch((reason: unknown) => reason)) as PayError;
      expect(error.message).to.match(/a guard against forged requests \(CSRF\)\?.*fetchIntent/);
    });
  }

  it('names the address that gave no answer, and the page’s origin, without the query', async () => {
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const asked = fetchIntent({ kind: 'url', url: 'http://127.0.0.1:1/intent?key=hush' });
    const error = (await asked.catch((reason: unknown) => reason)) as Error;
    expect(error.message).to.contain(`POST http://127.0.0.1:1/intent gave no answer that ${location.origin}`);
    expect(error.message).not.to.contain('hush');
    expect(error.cause).to.be.instanceOf(TypeError);
  });

  for (const [body, status, code] of [
    ['{"id":"i1"}', 200, 'configuration'],
    ['<html>', 200, 'configuration'],
    ['{"id":"../x","client_secret":"pi_secret_1"}', 200, 'configuration'],
    ['{"id":"..","client_secret":"pi_secret_1"}', 200, 'configuration'],
    ['{"id":"pi%2F1","client_secret":"pi_secret_1"}', 200, 'configuration'],
    ['{"type":"order_paid"}', 409, 'api'],
    ['{"type":"payment_held","payment":null}', 409, 'api'],
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

  const intentBody = { id: 'i1', client_secret: 'pi_secret_1', amount: 100, currency: 'SAR' };
  const terms = {
    metadata: { order: '7' },
    splits: [{ amount: 40 }],
    manual: true,
    invoice_id: 'inv_1',
    apply_coupon: true,
  };
  const checkout = { kind: 'checkout', url: `${location.origin}/checkout/7/intent` } as const;

  it('what the order fixes comes with the intent of checkout-url, and with no other', async () => {
    answer(JSON.stringify({ ...intentBody, ...terms, lines: [] }), 201);
    const intent = { id: 'i1', clientSecret: 'pi_secret_1', amount: 100, currency: 'SAR' };
    expect(await fetchIntent(checkout)).to.deep.equal({ kind: 'intent', intent: { ...intent, terms } });
    expect(await fetchIntent({ kind: 'url', url })).to.deep.equal({ kind: 'intent', intent });
    answer(JSON.stringify(intentBody), 201);
    expect(await fetchIntent(checkout)).to.deep.equal({ kind: 'intent', intent });
  });

  it('an order whose terms cannot be read is not paid with the terms of the page', async () => {
    answer(JSON.stringify({ ...intentBody, splits: 'all of it' }), 201);
    const error = await fetchIntent(checkout).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(PayError).and.to.include({ code: 'configuration', field: 'checkout-url' });
  });

  it('429 with too_many_attempts names the word and how long to wait, and may be tried again', async () => {
    window.fetch = () =>
      Promise.resolve(
        new Response('{"type":"too_many_attempts"}', { status: 429, headers: { 'retry-after': '60' } }),
      );
    const error = (await fetchIntent(checkout).catch((reason: unknown) => reason)) as PayError;
    expect(error).to.include({ code: 'api', status: 429, type: 'too_many_attempts', retryable: true });
    expect(error.message).to.contain('Retry-After 60').and.to.contain('Nothing was sent');
  });

  it('403 with challenge_required says what the page must show, and may be tried again', async () => {
    answer('{"type":"challenge_required"}', 403);
    const error = (await fetchIntent(checkout).catch((reason: unknown) => reason)) as PayError;
    expect(error).to.include({ code: 'api', status: 403, type: 'challenge_required', retryable: true });
    expect(error.message).to.contain('Show your bot check');
    answer('<h1>Forbidden</h1>', 403);
    const other = (await fetchIntent(checkout).catch((reason: unknown) => reason)) as PayError;
    expect(other).to.include({ code: 'api', status: 403, type: undefined, retryable: false });
  });

  it('a status is asked for with its own query and the id', async () => {
    const asked = answer('{"id":"p1","status":"paid"}');
    expect(await fetchStatus({ kind: 'url', url }, 'p1')).to.include({ status: 'paid' });
    expect(asked[0]?.method).to.equal('GET');
    expect(new URL(asked[0]?.url ?? '').search).to.match(/^\?shop=1&id=p1&_=\w+$/);
  });

  it('a status is asked for at another address each time, so that no cache answers', async () => {
    const asked = answer('{"id":"p1","status":"paid"}');
    const source = { kind: 'url', url } as const;
    await Promise.all(Array.from({ length: 20 }, () => fetchStatus(source, 'p1')));
    expect(new Set(asked.map((request) => request.url)).size).to.equal(20);
  });

  for (const query of ['', '?', '?q=a%20b+c&flag', '?sig=a%2Bb%2f&']) {
    it(`a status is asked for with the query ${JSON.stringify(query)} as it is written`, async () => {
      const asked = answer('{"id":"p1","status":"paid"}');
      await fetchStatus({ kind: 'url', url: `${location.origin}/status${query}` }, 'p1');
      const search = `${query.length > 1 ? `${query}&` : '?'}id=p1&_=`;
      expect(new URL(asked[0]?.url ?? '').search.slice(0, search.length)).to.equal(search);
    });
  }

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
      const result = await fetchStatus({ kind: 'url', url }, 'p1').catch(() => 'nothing');
      expect(result).to.equal('nothing');
    }
  });

  it('404 with a page of HTML is that of a wrong address, and says nothing of the payment', async () => {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    window.fetch = () => Promise.resolve(new Response('<h1>Not found</h1>', { status: 404, headers }));
    const result = await fetchStatus({ kind: 'url', url }, 'p1').catch(() => 'nothing');
    expect(result).to.equal('nothing');
  });

  it('403 says that the order has no such payment, and a page of HTML with it says nothing', async () => {
    for (const [type, known] of [
      ['application/json', 403],
      ['text/html', undefined],
    ] as const) {
      const answered = new Response('{}', { status: 403, headers: { 'content-type': type } });
      window.fetch = () => Promise.resolve(answered);
      const error = await fetchStatus({ kind: 'url', url }, 'p1').catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(Error);
      expect((error as { status?: number }).status).to.equal(known);
    }
  });

  for (const [type, isHeld] of [
    ['order_paid', {}],
    ['payment_open', {}],
    ['payment_held', { isHeld: true }],
  ] as const) {
    it(`409 ${type} brings the payment in place of an intent`, async () => {
      const payment = { id: 'p1', status: 'paid' };
      for (const kind of ['url', 'checkout'] as const) {
        answer(JSON.stringify({ type, payment }), 409);
        expect(await fetchIntent({ kind, url })).to.deep.equal({
          kind: 'blocked-by-order',
          payment,
          ...isHeld,
        });
      }
    });
  }

  const elsewhere = 'https://shop.example/intent';
  for (const [what, source, abandoned, sent] of [
    ['checkout-url', checkout, undefined, ['{}', 'application/json', 'pay-checkout']],
    ['checkout-url', checkout, 'p1', ['{"instead_of":"p1"}', 'application/json', 'pay-checkout']],
    [
      'checkout-url of another origin',
      { kind: 'checkout', url: elsewhere },
      undefined,
      ['{}', 'application/json', null],
    ],
    ['intent-url', { kind: 'url', url }, 'p1', ['', null, 'pay-checkout']],
    ['intent-url of another origin', { kind: 'url', url: elsewhere }, 'p1', ['', null, null]],
  ] as const) {
    it(`asks ${what} for an intent ${abandoned ? 'beside a payment that was given up' : 'plainly'} with what lets it through, and with no preflight that there was not before`, async () => {
      const asked = answer(JSON.stringify(intentBody), 201);
      await fetchIntent(source, abandoned);
      const headers = asked[0]?.headers;
      expect([
        await asked[0]?.text(),
        headers?.get('content-type'),
        headers?.get('x-requested-with'),
      ]).to.deep.equal(sent);
    });
  }

  it('takes the id that the payment on an intent will have, and no intent whose id is none', async () => {
    const payment_id = '0c6ca9fa-2b4f-4b54-8c5e-2f1b0e0ad3a1';
    for (const kind of ['url', 'checkout'] as const) {
      answer(JSON.stringify({ ...intentBody, payment_id }), 201);
      const taken = await fetchIntent({ kind, url });
      expect(taken).to.have.nested.property('intent.paymentId', payment_id);
      for (const other of ['', 7, '../x']) {
        answer(JSON.stringify({ ...intentBody, payment_id: other }), 201);
        const error = await fetchIntent({ kind, url }).catch((reason: unknown) => reason);
        expect(error, String(other)).to.include({ code: 'configuration' });
      }
    }
  });

  /** What `fetch` resolves with: its address and `redirected` can only be read. */
  const playRedirect = (body: string, init: ResponseInit) => {
    const response = new Response(body, init);
    Object.defineProperties(response, {
      redirected: { value: true },
      url: { value: 'https://shop.example/login?next=secret#form' },
    });
    window.fetch = () => Promise.resolve(response);
  };

  it('404 and 403 behind a redirect say nothing of the payment', async () => {
    for (const status of [404, 403]) {
      playRedirect('{}', { status, headers: { 'content-type': 'application/json' } });
      const result = await fetchStatus({ kind: 'url', url }, 'p1').catch((reason: unknown) => reason);
      expect(result).to.be.instanceOf(Error).and.not.to.have.property('status');
      expect((result as Error).message).to.contain(`HTTP ${status}`);
    }
    playRedirect('{"id":"p1","status":"paid"}', {});
    expect(await fetchStatus({ kind: 'url', url }, 'p1')).to.include({ status: 'paid' });
  });

  it('404 of the same path says that there is no such payment, also behind a redirect to its last slash', async () => {
    const response = new Response('{}', { status: 404, headers: { 'content-type': 'application/json' } });
    Object.defineProperties(response, {
      redirected: { value: true },
      url: { value: 'https://www.shop.example/status/?shop=1&id=p1' },
    });
    window.fetch = () => Promise.resolve(response);
    expect(await fetchStatus({ kind: 'url', url }, 'p1')).to.equal(undefined);
  });

  it('an intent behind a redirect is taken, and a page of HTML is none', async () => {
    playRedirect('{"id":"i1","client_secret":"pi_secret_1"}', {});
    expect(await fetchIntent({ kind: 'url', url })).to.have.property('kind', 'intent');
    playRedirect('<html>', { headers: { 'content-type': 'text/html' } });
    const error = await fetchIntent({ kind: 'url', url }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(PayError).and.to.include({ code: 'configuration' });
  });
});
