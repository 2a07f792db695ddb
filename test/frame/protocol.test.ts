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
} from '../../src/frame/protocol.js';
import { ask, fromFrame, greeting, here, intentAnswer, news, toFrame } from './schemas.js';

const formStatus = { phase: 'ready', problem: { kind: 'none', message: '' }, hasPayment: true } as const;
const payment = {
  id: 'a',
  status: 'paid',
  amount: 100,
  currency: 'SAR',
  callback_url: 'https://shop.example/back',
  source: { message: 'Approved', response_code: '00', transaction_url: 'https://bank.example' },
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
const remembered = { paymentId: 'a', stage: 'waiting', at: 1, returned: true } as const;
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
  outcome: { type: 'outcome', formStatus, call: 1, outcome: { status: 'paid', paymentId: 'a', payment } },
  redirect: { type: 'redirect', formStatus, call: 6, url: 'https://bank.example', payment },
  'to-bank': { type: 'to-bank', call: 7, url: 'https://bank.example', paymentId: 'a' },
  attempt: { type: 'attempt', formStatus, call: 1, paymentId: 'a', key: '1' },
  intent: { type: 'intent', call: 2, key: '1', insteadOf: 'a' },
  announce: { type: 'announce', call: 8, key: '1', paymentId: 'a' },
  status: { type: 'status', call: 3, key: '1', paymentId: 'a' },
  lock: { type: 'lock', call: 9, key: '1' },
  peek: { type: 'peek', call: 10, key: '1' },
  release: { type: 'release' },
  save: { type: 'save', key: '1', paymentId: 'a', stage: 'sent' },
  forget: { type: 'forget', key: '1' },
  settled: {
    type: 'settled',
    formStatus,
    call: 4,
    outcome: { status: 'initiated', paymentId: 'a', payment },
  },
  rejected: { type: 'rejected', formStatus, call: 5, error: structuredClone(error) as never },
};

const ofPage: { readonly [T in ToFrame['type']]: Extract<ToFrame, { type: T }> } = {
  configure: {
    type: 'configure',
    settings: { publishableKey: 'pk_test_1', networks: ['mada'] },
    disabled: false,
    pageUrl: 'https://shop.example/',
    address: 'https://shop.example/checkout',
    key: '1',
    entry: { ...remembered },
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
  submit: { type: 'submit', call: 1 },
  report: { type: 'report' },
  reset: { type: 'reset' },
  focus: { type: 'focus' },
  'store-changed': { type: 'store-changed' },
  granted: { type: 'granted', call: 2 },
  value: { type: 'value', call: 3, value: { id: 'a' } },
  denied: { type: 'denied', call: 4, error: structuredClone(error) as never },
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
      it(`takes \`${type}\` where the schema does, and nowhere else`, () => {
        agree(message, schema, reader);
      });
    }

    for (const type of ['constructor', '__proto__', 'toString', 'unheard-of', 1, null]) {
      it(`takes no message of the type ${String(type)}`, () => {
        expect(reader({ type, formStatus, call: 1 })).to.equal(undefined);
      });
    }
  });
}

it('a frame is greeted as the schema says, and in no other way', () => {
  agree(greets, greeting, readGreeting);
});
it('a document in a frame says that it is there as the schema says, and in no other way', () => {
  agree(isThere, here, readHere);
});
it('a frame is asked whether it is there as the schema says, and in no other way', () => {
  agree({ type: 'pay-checkout:ask' }, ask, readAsk);
});
it('an answer about an intent is taken where the schema takes it', () => {
  agree({ kind: 'intent', intent }, intentAnswer, readIntentResponse);
  agree({ kind: 'blocked-by-order', payment }, intentAnswer, readIntentResponse);
});
it('news of a purchase are taken where the schema takes them', () => {
  agree({ busy: false, entry: remembered }, news, readStoreSnapshot);
});
