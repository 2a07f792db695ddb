import { expect } from '@open-wc/testing';
import { isFromFrame } from '../../src/frame/outside/reading.js';
import { fromFrame, type FromFrame } from '../../src/frame/protocol.js';

const standing = { phase: 'ready', problem: { kind: 'none', message: '' } } as const;
const payment = { id: 'a', status: 'paid', callback_url: 'https://shop.example/back', more: { of: 'it' } };
const error = {
  code: 'api',
  message: 'No.',
  field: 'number',
  retryable: false,
  status: 400,
  type: 'invalid_request_error',
  errors: { number: ['Wrong.'] },
} as const;
const fields = { number: 'valid', expiry: 'empty', cvc: 'incomplete', name: 'invalid' } as const;

/** One of each message, with all that it may have. */
const messages: { readonly [T in FromFrame['type']]: Extract<FromFrame, { type: T }> } = {
  hello: { type: 'hello', version: 1 },
  refused: { type: 'refused', field: 'frame-src', reason: 'is not served.' },
  standing: { type: 'standing', standing },
  height: { type: 'height', height: 400 },
  ready: { type: 'ready', standing },
  change: {
    type: 'change',
    standing,
    detail: { complete: false, empty: false, brand: 'mada', networks: ['mada', 'visa'], fields },
  },
  invalid: { type: 'invalid', standing, fields: [{ field: 'cvc', code: 'empty' }] },
  error: { type: 'error', standing, error: structuredClone(error) as never },
  outcome: { type: 'outcome', standing, outcome: { status: 'paid', paymentId: 'a', payment } },
  redirect: { type: 'redirect', standing, url: 'https://bank.example', payment },
  attempt: { type: 'attempt', standing, call: 1, paymentId: 'a', key: '1' },
  intent: { type: 'intent', call: 2 },
  status: { type: 'status', call: 3, paymentId: 'a' },
  remember: { type: 'remember', key: '1', paymentId: 'a', left: false },
  forget: { type: 'forget', key: '1' },
  settled: { type: 'settled', standing, call: 4, outcome: { status: 'initiated', paymentId: 'a', payment } },
  rejected: { type: 'rejected', standing, call: 5, error: structuredClone(error) as never },
};

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

describe('what a page reads from its frame', () => {
  for (const [type, message] of Object.entries(messages)) {
    it(`takes \`${type}\` where the schema does, and nowhere else`, () => {
      expect(fromFrame.safeParse(message).success).to.equal(true);
      expect(isFromFrame(message)).to.equal(true);
      let refused = 0;
      for (const other of changed(message)) {
        const { success } = fromFrame.safeParse(other);
        expect(isFromFrame(other), JSON.stringify(other)).to.equal(success);
        if (!success) refused++;
      }
      expect(refused).to.be.greaterThan(5);
    });
  }

  for (const type of ['constructor', '__proto__', 'toString', 'unheard-of', 1, null]) {
    it(`takes no message of the type ${String(type)}`, () => {
      expect(isFromFrame({ type, standing, call: 1 })).to.equal(false);
    });
  }
});
