import { expect } from 'chai';
import type { Config } from '../../../src/element/checkout/config.js';
import type { Attempt } from '../../../src/element/checkout/ports.js';
import { fulfil } from '../../../src/element/gateway/fulfil.js';
import { secretConfig } from '../checkout/world.js';

const card = { number: '4111114005765430', month: '12', year: '2030', cvc: '123', name: 'Sara Ali' };
const typed = { kind: 'card', card, save: false } as const;
const attempt: Attempt = {
  paymentId: crypto.randomUUID(),
  intent: { id: 'i1', clientSecret: 'pi_secret_hush' },
  config: secretConfig,
  previousTry: 'never-sent',
};

/** Hostile or broken answers, which no sandbox gives: each as the whole answer of `fetch`. */
describe('an answer that is none', () => {
  const { fetch } = window;
  afterEach(() => void (window.fetch = fetch));

  const play = async (body: BodyInit, status = 201, typedCard = card, sent: Partial<Config> = {}) => {
    window.fetch = () => Promise.resolve(new Response(body, { status }));
    return fulfil({ ...attempt, config: { ...secretConfig, ...sent } }, { ...typed, card: typedCard });
  };
  /** The error of an answer that is a refusal. */
  const refuse = async (body: object | string, status = 400) => {
    const answer = await play(typeof body === 'string' ? body : JSON.stringify(body), status);
    if (answer.kind !== 'refused') throw new Error(answer.kind);
    return answer.error;
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
    ['a payment in a list', '[{"id":"p","status":"paid"}]'],
    ['the intent, which the payment has used', '{"id":"i1","status":"fulfilled","amount":100}'],
    ['deep nesting', '['.repeat(100_000)],
    ['deep nesting that ends', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['ten megabytes', `{"id":"p","status":"paid","x":"${'x'.repeat(10_000_000)}"}`],
  ]) {
    it(`(${what}) is silent`, async () => {
      expect((await play(body ?? '')).kind).to.equal('no-answer');
    });
  }

  it('(deep nesting) is a refusal where its status says so', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect((await play(`{"errors":${deep}}`, 400)).kind).to.equal('refused');
  });

  for (const status of [202, 301, 402, 408, 409, 410, 422, 500, 502, 504]) {
    it(`(HTTP ${status} with an error) is silent: nobody says that nothing was made`, async () => {
      expect((await play('{"type":"x"}', status)).kind).to.equal('no-answer');
    });
  }

  for (const [what, written] of [
    ['nothing between its digits', card.number],
    ['blanks', '4111 1140 0576 5430'],
    ['dashes', '4111-1140-0576-5430'],
    ['dots', '4111.1140.0576.5430'],
    ['no-break spaces', '4111\u00a01140\u00a00576\u00a05430'],
    ['another grouping', '411111 4005765430'],
  ] as const) {
    it(`that repeats the card with ${what}, its code and the secret does not carry them on`, async () => {
      const error = await refuse({
        type: 'x',
        message: `${written} cvc 123 pi_secret_hush`,
        errors: { 'source.number': [written], 'source.cvc': ['123', 'not 123!'] },
      });
      expect(JSON.stringify([error, error.message, error.errors]))
        .not.to.contain('5430"')
        .and.not.to.contain(written)
        .and.not.to.match(/\b123\b|pi_secret_hush/);
    });
  }

  it('keeps its amounts, its ids and its addresses, whatever the code is', async () => {
    const payment = {
      id: 'p-123-1',
      status: 'initiated',
      amount: 123,
      source: { type: 'creditcard', transaction_url: 'https://bank.example/123' },
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
      source: { type: 'token', transaction_url: 'https://bank.example/3ds/123?id=123' },
    };
    const answer = await play(JSON.stringify(payment).replaceAll('/', '\\/'));
    expect(answer).to.deep.equal({ kind: 'payment', payment });
  });

  it('that repeats the code beside an address does not carry it on', async () => {
    const echo = { type: 'x', message: 'The code 123 is wrong, see https://docs.example/errors' };
    const { message } = await refuse(echo);
    expect(message).not.to.match(/\b123\b/);
    expect(message).to.contain('https://docs.example/errors');
  });

  for (const [what, body] of [
    ['as the number and code of its source', { source: { number: card.number, cvc: '123' } }],
    ['as numbers', { source: { number: Number(card.number), cvc: 123 }, message: Number(card.number) }],
    ['as fields of its own', { number: card.number, cvc: '123', pan: Number(card.number) }],
    ['as names of fields', { [card.number]: 1, checks: { '123': 'wrong' } }],
    ['in fields that nobody knows', { raw: { request: [{ source: { number: card.number, cvc: '123' } }] } }],
    [
      'in a request that it repeats',
      { request: { description: `${card.number} 123`, metadata: { a: '123' } } },
    ],
    ['in its words', { message: 'code 123', source: { message: `4111-1140-0576-5430 12/30 123` } }],
    [
      'in an address',
      { source: { type: 'creditcard', transaction_url: `https://bank.example/?pan=${card.number}` } },
    ],
  ] as const) {
    it(`that repeats the card ${what} does not carry it on`, async () => {
      const answer = await play(JSON.stringify({ id: 'p1', status: 'failed', ...body }));
      expect(answer).to.have.nested.property('payment.status', 'failed');
      const text = JSON.stringify(answer);
      expect(text.replaceAll(/[\s-]/g, '')).not.to.contain(card.number);
      expect(text).not.to.match(/\b123\b/);
    });
  }

  it('that repeats a long number as one that JavaScript does not hold exactly does not carry on its beginning', async () => {
    const long = { ...card, number: '6212345678901234567' };
    const body = '{"id":"p1","status":"failed","source":{"number":6212345678901234567}}';
    expect(await play(body, 201, long)).to.have.nested.property('payment.source.number', '…');
  });

  it('that hides the card behind escapes of JSON does not carry it on', async () => {
    const number = card.number.replaceAll(/./g, (digit) => `\\u003${digit}`);
    const answer = await play(`{"id":"p1","status":"failed","source":{"number":"${number}"}}`);
    expect(answer).to.have.nested.property('payment.source.number', '411111…5430');
  });

  const codes = Array.from({ length: 1_000 }, (_, code) => String(code).padStart(3, '0'));
  const numbers = ['4111114005765430', '4111114005765431', '4111 1140 0576 5430', '4111.1140.0576.5431'];

  it('brings back what the page has sent as it was sent: nothing tells which guess of the card is right', async () => {
    const guesses = Object.fromEntries([...codes, ...numbers].map((guess) => [guess, guess]));
    const payment = {
      id: '123',
      status: 'paid',
      amount: 123,
      amount_format: '123 JPY',
      currency: '123',
      description: `Order 123`,
      invoice_id: '123',
      callback_url: `https://shop.example/${card.number}?order=123`,
      metadata: guesses,
      splits: [{ amount: 4111114005765430, reference: '123', description: card.number }],
    };
    const { metadata, splits } = payment;
    const answer = await play(JSON.stringify(payment), 201, card, { metadata, splits });
    expect(answer).to.deep.equal({ kind: 'payment', payment });
  });

  it('that puts the card where what was sent belongs does not carry it on', async () => {
    const echo = `${card.number} 123`;
    const payment = { id: 'p1', status: 'paid', metadata: { note: echo }, splits: [{ reference: echo }] };
    const answer = await play(JSON.stringify(payment), 201, card, { metadata: { order: '7' } });
    expect(answer).to.deep.equal({
      kind: 'payment',
      payment: { ...payment, metadata: { note: '…' }, splits: [{ reference: '…' }] },
    });
  });

  it('loses any number as long as a card’s in its description, whatever was typed', async () => {
    const payment = { id: 'p1', status: 'paid', description: `Order 123: ${numbers.join(', ')}` };
    expect(await play(JSON.stringify(payment))).to.have.nested.property(
      'payment.description',
      'Order 123: …, …, …, …',
    );
  });

  it('does not tell in its words which guess of the card is right', async () => {
    const message = `not allowed: ${[...codes, ...numbers].join(', ')}`;
    const errors = { ...Object.fromEntries([...codes, ...numbers].map((guess) => [guess, ['?']])) };
    const payment = {
      id: 'p1',
      status: 'failed',
      message,
      source: { message },
      invoice: { metadata: { a: message } },
    };
    for (const [body, status] of [
      [payment, 201],
      [{ type: message, message, errors: { metadata: [message], ...errors } }, 400],
    ] as const) {
      const right = await play(JSON.stringify(body), status);
      const wrong = await play(JSON.stringify(body), status, {
        ...card,
        number: '4201320111111010',
        cvc: '555',
      });
      const read = (it: typeof right) =>
        it.kind === 'refused' ? [it.error.message, it.error.type, it.error.errors] : it;
      expect(read(right)).to.deep.equal(read(wrong));
      expect(JSON.stringify(read(right))).not.to.match(/\b123\b|4111/);
    }
  });

  it('with an amount in its words keeps it, unless it is as long as a code', async () => {
    const message = 'At least 1.00 SAR; 12 of 1234; 2030-01-01 10:00; ref 123456789012';
    const answer = await play(JSON.stringify({ id: 'p1', status: 'failed', source: { message } }));
    expect(answer).to.have.nested.property('payment.source.message', message);
  });

  for (const errors of [[], { base: null }, [null], 0, { base: 7 }, null, true]) {
    it(`(errors: ${JSON.stringify(errors)}) does not hide that the intent is used`, async () => {
      for (const body of [{ type: 'intent_not_fulfillable' }, { message: 'intent_not_fulfillable' }]) {
        expect(await play(JSON.stringify({ ...body, errors }), 400)).to.include({
          kind: 'refused',
          intentStatus: 'used',
        });
      }
    });
  }

  for (const [reason, intentStatus] of [
    ['intent_not_fulfillable', 'used'],
    ['used_given_id', 'used'],
    ['The payment intent has been fulfilled, canceled or has expired.', 'used'],
    ['The payment intent has expired.', 'ended'],
    ['payment_intent_expired', 'ended'],
    ['This intent was canceled.', 'ended'],
    ['Intent is cancelled', 'ended'],
    ['The card has expired.', 'open'],
    ['The request was canceled.', 'open'],
  ] as const) {
    it(`("${reason}") says that the intent is ${intentStatus}`, async () => {
      for (const body of [
        { type: reason },
        { type: 'invalid_request_error', message: reason, errors: null },
        { errors: [reason] },
        { type: 'invalid_request', message: null, errors: { client_secret: reason } },
      ])
        expect(await play(JSON.stringify(body), 400)).to.include({ kind: 'refused', intentStatus });
    });
  }

  for (const body of [
    { type: 'used_given_id', message: 'The given_id is used.', errors: null },
    { type: 'invalid_request_error', message: 'used_given_id: the id is used', errors: null },
    { type: 'validation_error', message: 'Data validation failed', errors: { given_id: ['is taken'] } },
    { message: null, errors: { given_id: 'already exists' } },
  ]) {
    it(`(${JSON.stringify(body)}) says that a payment with the id may exist`, async () => {
      const answer = await play(JSON.stringify(body), 400);
      expect(answer).to.include({ kind: 'refused', intentStatus: 'used', isIdUsed: true });
    });
  }

  it('of an id for its form says that nothing was made', async () => {
    const body = { type: 'validation_error', message: null, errors: { given_id: ['must be a UUID'] } };
    const answer = await play(JSON.stringify(body), 400);
    expect(answer).to.include({ kind: 'refused', intentStatus: 'open' });
    expect(answer).not.to.have.property('isIdUsed');
  });

  for (const [errors, said] of [
    ['Single message error', 'Single message error'],
    [['payment not found', 7], 'payment not found'],
    [{ foo: 'is unknown', 'source.name': ['is short', 'is odd'] }, 'foo is unknown; name is short, is odd'],
  ] as const) {
    it(`without a message says its errors: ${JSON.stringify(errors)}`, async () => {
      const { message } = await refuse({ type: 'invalid_request', message: null, errors });
      expect(message).to.equal(`The service refused the payment (HTTP 400, invalid_request): ${said}`);
    });
  }

  it('of 404 with a list of errors comes from the service', async () => {
    expect((await refuse({ errors: ['payment not found'] }, 404)).code).to.equal('api');
  });

  it('about an expired card is not about the intent', async () => {
    const body = {
      message: 'The intent was not fulfilled: the card has expired.',
      errors: { 'source.year': ['x'] },
    };
    expect(await play(JSON.stringify(body), 400)).to.include({ kind: 'refused', intentStatus: 'open' });
  });

  it('about the company is about the number', async () => {
    const error = await refuse({ errors: { company: 'not supported', base: null } });
    expect(error).to.include({ code: 'card', field: 'number' });
    expect(error.errors).to.deep.equal({ number: ['not supported'] });
  });

  it('about fields with odd names is a refusal all the same', async () => {
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      const { errors = {} } = await refuse(`{"type":"x","errors":{"${name}":["is unknown"]}}`);
      expect(Object.entries(errors), name).to.deep.equal([[name, ['is unknown']]]);
    }
  });

  for (const id of ['..', '.', '', 'a/b', 'a b', 'ä', '%2e%2e']) {
    it(`is not asked for on an intent with the id ${JSON.stringify(id)}: nothing is sent`, async () => {
      let asked = 0;
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

it('a request with a card follows no redirect: fetch is told to fail at one', async () => {
  const { fetch } = window;
  const asked: (RequestRedirect | undefined)[] = [];
  window.fetch = (_url, init) => {
    asked.push(init?.redirect);
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  try {
    expect((await fulfil(attempt, typed)).kind).to.equal('no-answer');
  } finally {
    window.fetch = fetch;
  }
  expect(asked).to.deep.equal(['error']);
});
