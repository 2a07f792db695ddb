import { expect } from 'chai';
import { describe, it } from 'node:test';
import {
  readAsk,
  readFromFrame,
  readGreeting,
  readHere,
  readIntentResponse,
  readStoreSnapshot,
  readToFrame,
  type FromFrame,
  type ToFrame,
} from '../../../src/element/frame/protocol.js';
import { ask, fromFrame, greeting, here, intentResponse, storeSnapshot, toFrame } from './schemas.js';

const formStatus = { phase: 'ready', problem: { kind: 'none', message: '' }, hasPayment: true } as const;
const payment = {
  id: 'a',
  status: 'paid',
  amount: 100,
  currency: 'SAR',
  more: { of: 'it' },
};
const error = {
  code: 'api',
  message: 'No.',
  field: 'number',
  retryable: false,
  status: 400,
  type: 'invalid_request_error',
  errors: { number: ['Wrong.'] },
} as const;
const storedAttempt = { paymentId: 'a', stage: 'waiting', at: 1, returned: true } as const;
const fields = { number: 'valid', expiry: 'empty', cvc: 'incomplete', name: 'invalid' } as const;

/** One of each message, with all that it may have. */
const ofFrame: { readonly [T in FromFrame['type']]: Extract<FromFrame, { type: T }> } = {
  hello: { type: 'hello', version: 1 },
  refused: { type: 'refused', field: 'frame-src', reason: 'is not served.' },
  'form-status': { type: 'form-status', formStatus },
  height: { type: 'height', height: 400 },
  ready: { type: 'ready', formStatus },
  change: {
    type: 'change',
    formStatus,
    detail: {
      method: 'card',
      complete: false,
      empty: false,
      brand: 'mada',
      networks: ['mada', 'visa'],
      fields,
    },
  },
  invalid: { type: 'invalid', formStatus, fields: [{ field: 'cvc', code: 'empty' }] },
  error: { type: 'error', formStatus, error: structuredClone(error) as never },
  return: { type: 'return' },
  outcome: {
    type: 'outcome',
    formStatus,
    submitId: 1,
    outcome: { status: 'paid', paymentId: 'a', payment },
    differs: { shown: { amount: 110, currency: 'SAR' }, charged: { amount: 100, currency: 'SAR' } },
  },
  redirect: { type: 'redirect', formStatus, requestId: 6, url: 'https://bank.example', payment },
  'open-challenge': { type: 'open-challenge', requestId: 7, url: 'https://bank.example', paymentId: 'a' },
  attempt: { type: 'attempt', formStatus, requestId: 1, paymentId: 'a', method: 'stcpay', handle: '1' },
  intent: { type: 'intent', requestId: 2, handle: '1', insteadOf: 'a' },
  status: { type: 'status', requestId: 3, handle: '1', paymentId: 'a' },
  lock: { type: 'lock', requestId: 9, handle: '1' },
  peek: { type: 'peek', requestId: 10, handle: '1' },
  release: { type: 'release' },
  save: { type: 'save', handle: '1', paymentId: 'a', stage: 'sent' },
  forget: { type: 'forget', handle: '1' },
  settled: {
    type: 'settled',
    formStatus,
    submitId: 4,
    outcome: { status: 'initiated', paymentId: 'a', payment },
  },
  rejected: { type: 'rejected', formStatus, submitId: 5, error: structuredClone(error) as never },
};

const ofPage: { readonly [T in ToFrame['type']]: Extract<ToFrame, { type: T }> } = {
  configure: {
    type: 'configure',
    settings: { publishableKey: 'pk_test_1', networks: ['mada'] },
    disabled: false,
    documentBaseUrl: 'https://shop.example/',
    documentUrl: 'https://shop.example/checkout',
    handle: '1',
    entry: { ...storedAttempt },
  },
  appearance: {
    type: 'appearance',
    lang: 'ar',
    dir: 'rtl',
    colorScheme: 'dark',
    rem: 16,
    values: { '--pay-accent': 'red' },
    messages: { pay: 'Pay' },
  },
  submit: {
    type: 'submit',
    submitId: 1,
    source: { type: 'applepay', token: '{}' },
    price: { amount: 10_000, currency: 'SAR' },
  },
  report: { type: 'report' },
  reset: { type: 'reset' },
  focus: { type: 'focus' },
  'store-changed': { type: 'store-changed' },
  granted: { type: 'granted', requestId: 2 },
  value: { type: 'value', requestId: 3, value: { id: 'a' } },
  denied: { type: 'denied', requestId: 4, error: structuredClone(error) as never },
};
const isThere = { type: 'pay-checkout:here', document: 0.5, loaded: true };
const greets = { type: 'pay-checkout:greeting', version: 1 };
const terms = { metadata: { order: '7' }, splits: [{ amount: 100 }], manual: true, invoice_id: 'inv_1' };
const intent = { id: 'pi_1', clientSecret: 'pi_1_secret', amount: 100, currency: 'SAR', terms };

/** In place of what is there. Null is left out: the reader takes it for nothing, as everywhere in what comes in. */
const others: readonly unknown[] = [undefined, true, 'other', '', 7, NaN, [], [1], {}, { a: 1 }];

/** The message with each of its values, however deep, replaced by each of the others. */
function* changed(value: unknown): Generator<unknown> {
  yield* others;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const other of changed(item)) yield value.map((was: unknown, at) => (at === index ? other : was));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      for (const other of changed(item)) yield { ...value, [key]: other };
      const { [key]: _, ...rest } = value as Record<string, unknown>;
      yield rest;
    }
  }
}

interface Schema {
  safeParse(data: unknown): { readonly success: boolean; readonly data?: unknown };
}

/** What is sent holds no undefined values. */
const sent = (value: unknown): unknown =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);

/** The reader reads what the schema reads, and takes nothing else. */
function agree(message: unknown, schema: Schema, reader: (data: unknown) => unknown): void {
  expect(schema.safeParse(message).success).to.equal(true);
  expect(reader(message)).to.deep.equal(message);
  let refused = 0;
  for (const other of changed(message)) {
    const { success, data } = schema.safeParse(other);
    expect(sent(reader(other)), JSON.stringify(other)).to.deep.equal(success ? sent(data) : undefined);
    if (!success) refused++;
  }
  expect(refused).to.be.greaterThan(5);
}

const sides = [
  { reads: 'a page reads from its frame', messages: ofFrame, schema: fromFrame, reader: readFromFrame },
  { reads: 'a frame reads from its page', messages: ofPage, schema: toFrame, reader: readToFrame },
] as const;

for (const { reads, messages, schema, reader } of sides) {
  describe(`what ${reads}`, () => {
    for (const [type, message] of Object.entries(messages)) {
      it(`accepts \`${type}\` exactly where the schema does`, () => {
        agree(message, schema, reader);
      });
    }

    for (const type of ['constructor', '__proto__', 'toString', 'unheard-of', 1, null]) {
      it(`accepts no message of the type ${String(type)}`, () => {
        expect(reader({ type, formStatus, requestId: 1 })).to.equal(undefined);
      });
    }
  });
}

it('accepts a greeting (`greeting`) exactly where the schema does', () => {
  agree(greets, greeting, readGreeting);
});
it('accepts a document’s announcement (`here`) exactly where the schema does', () => {
  agree(isThere, here, readHere);
});
it('accepts a question to a document (`ask`) exactly where the schema does', () => {
  agree({ type: 'pay-checkout:ask' }, ask, readAsk);
});
it('accepts an intent response exactly where the schema does', () => {
  agree({ kind: 'intent', intent }, intentResponse, readIntentResponse);
  agree({ kind: 'blocked-by-order', payment }, intentResponse, readIntentResponse);
});
it('accepts a store snapshot exactly where the schema does', () => {
  agree({ isLockedElsewhere: false, entry: storedAttempt }, storeSnapshot, readStoreSnapshot);
});
