import { expect } from 'chai';
import { describe, it } from 'node:test';
import { parseConfig } from '../../../src/element/checkout/config.js';
import { mergeMessages } from '../../../src/element/i18n/merge-messages.js';
import * as english from '../../../src/element/i18n/locales/en.js';
import { PayError } from '../../../src/error.js';
import {
  deserializeError,
  serializeError,
  deserializeMessages,
  serializeMessages,
  functionMark,
  serializeSettings,
} from '../../../src/element/frame/serialization.js';

const post = <T>(value: T): T => structuredClone(value);
const settings = (raw: object) => post(serializeSettings(raw as never));
const en = english.form;

/** What is wrong with what a page has set, as the form finds it. */
function parse(raw: object) {
  const setup = parseConfig({ ...complete, ...raw } as never, {
    documentBaseUrl: 'https://shop.example/',
    documentUrl: 'https://shop.example/',
    parseTimestamp: (text) => Date.parse(text),
  });
  return setup.kind === 'complete'
    ? setup.config
    : { field: setup.error.field, message: setup.error.message };
}

const complete = {
  baseUrl: 'https://service.example',
  publishableKey: 'pk_test_1',
  intentUrl: '/intent',
  amount: 100,
};
const url = () => new URL('https://shop.example/status');
const refused: Readonly<Record<string, () => object>> = {
  'an address that is a URL': () => ({ statusUrl: url() }),
  'a function that is a URL': () => ({ fetchStatus: url() }),
  'a function that holds itself': () => ({ fetchStatus: circle() }),
  'a service that is a URL': () => ({ baseUrl: url() }),
  'a moment that is a Date': () => ({ expiresAt: new Date() }),
  'a reference that is a symbol': () => ({ reference: Symbol('cart') }),
  'an amount that is a bigint': () => ({ amount: 100n }),
  'an amount that is an object': () => ({ amount: Object(100) as unknown }),
  'metadata that hold themselves': () => ({ metadata: circle() }),
  'metadata with a value that is missing': () => ({ metadata: { order: undefined } }),
  'metadata with a Date': () => ({ metadata: { at: new Date() } }),
  'splits that are a Set': () => ({ splits: new Set([{ amount: 1 }]) }),
};

function circle(): object {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  return circle;
}
const sendMessages = (over: unknown) =>
  mergeMessages(english, deserializeMessages(post(serializeMessages(over)))).form;

describe('serializeSettings', () => {
  it('keeps plain values', () => {
    const raw = {
      amount: 100,
      currency: 'SAR',
      manual: true,
      metadata: { order: '7' },
      splits: [{ amount: 1 }],
    };
    expect(settings(raw)).to.deep.equal(raw);
  });
  it('leaves out what the page has not set', () => {
    expect(settings({ amount: undefined, currency: null })).to.deep.equal({});
  });
  it('replaces a function by a mark', () => {
    expect(settings({ fetchIntent: () => 'secret' })).to.deep.equal({ fetchIntent: functionMark });
  });
  for (const [what, set] of Object.entries(refused)) {
    it(`lets the form refuse what a form in a page refuses: ${what}`, () => {
      const raw = { ...set() };
      const result = parse(raw);
      expect(result).to.have.property('field');
      expect(parse(settings(raw))).to.deep.equal(result);
    });
  }
  it('sends an iterator’s values each time, though it can be read only once', () => {
    const madaPrefixes = ['123456'].values();
    expect(settings({ madaPrefixes })).to.deep.equal({ madaPrefixes: ['123456'] });
    expect(settings({ madaPrefixes })).to.deep.equal({ madaPrefixes: ['123456'] });
  });
});

describe('serializeMessages', () => {
  it('restores texts and functions at the other end', () => {
    const messages = sendMessages({
      payNow: 'Donate',
      labels: { number: 'Number' },
      pay: (amount: string) => `Donate ${amount} now`,
      cvcHint: (digits: number) => (digits === 4 ? 'four' : 'three'),
    });
    expect(messages.payNow).to.equal('Donate');
    expect(messages.labels).to.deep.equal({ ...en.labels, number: 'Number' });
    expect(messages.pay('10')).to.equal('Donate 10 now');
    expect([messages.cvcHint(3), messages.cvcHint(4)]).to.deep.equal(['three', 'four']);
  });
  it('leaves the locale’s messages where the merchant’s are blank, throw, or are of another type', () => {
    const messages = sendMessages({
      payNow: ' ',
      labels: 'all',
      paying: 7,
      pay: () => {
        throw new Error('no');
      },
      cardIs: () => 7,
    });
    expect(messages.payNow).to.equal(en.payNow);
    expect(messages.labels).to.deep.equal(en.labels);
    expect(messages.paying).to.equal(en.paying);
    expect(messages.pay('10')).to.equal(en.pay('10'));
    expect(messages.cardIs('Visa')).to.equal(en.cardIs('Visa'));
  });
  it('serializes messages that contain themselves', () => {
    const circle: Record<string, unknown> = {
      payNow: 'Go',
      problems: { number: { empty: 'A number, please.' } },
    };
    circle['labels'] = circle;
    const messages = sendMessages(circle);
    expect(messages.payNow).to.equal('Go');
    expect(messages.problems.number.empty).to.equal('A number, please.');
    expect(messages.labels).to.deep.equal(en.labels);
  });
  for (const none of [undefined, null, 7, 'words', []]) {
    it(`leaves the locale’s messages where the page has set ${JSON.stringify(none)}`, () => {
      expect(sendMessages(none).payNow).to.equal(en.payNow);
    });
  }
});

describe('serializeError', () => {
  it('restores an error at the other end, without its cause', () => {
    const cause = new Error('from elsewhere');
    const error = new PayError('api', 'No.', {
      status: 400,
      type: 'x',
      errors: { a: ['b'] },
      retryable: true,
      cause,
    });
    const there = deserializeError(post(serializeError(error)));
    expect({ ...there }).to.deep.equal({ ...error });
    expect(there.message).to.equal('No.');
    expect(there.cause).to.equal(undefined);
  });
  it('replaces an error that is no PayError by `canceled`', () => {
    expect(serializeError(new TypeError('at https://internal.example')).message).not.to.include('internal');
  });
});
