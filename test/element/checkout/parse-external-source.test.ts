import { expect } from 'chai';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { parseExternalSource } from '../../../src/element/checkout/parse-external-source.js';
import { PayError } from '../../../src/error.js';

const read = (source: unknown) => parseExternalSource({ source });
const token = { type: 'token', token: 'token_x6okRgkZJrhgDHyqJ9zztW2X' };
const number = '4111 1111 1111 1111';
const problem = '`source` must be plain JSON with a `type`, and no card: only the form takes card numbers.';

class Source {
  readonly type = 'token';
}
const cycle: Record<string, unknown> = { ...token };
cycle['self'] = cycle;
const throwing = Object.defineProperty({ type: 'token' }, 'token', {
  enumerable: true,
  get: () => {
    throw new Error('token_hush');
  },
});

describe('a source that the page hands over', () => {
  it('is no source where there is none', () => {
    for (const options of [undefined, null, {}, { other: 1 }, new Event('click'), 7, 'source'])
      expect(parseExternalSource(options)).to.equal(undefined);
  });

  for (const [what, source] of [
    ['a token', token],
    ['a token with `manual`', { ...token, manual: false }],
    ['a nested wallet’s', { type: 'applepay', token: { data: 'x', header: { keys: ['a', 1, null, true] } } }],
    ['an object without prototype', Object.assign(Object.create(null) as object, token)],
  ] as const) {
    it(`is taken when it is ${what}`, () => {
      expect(read(source)).to.deep.equal({ ...source });
    });
  }

  it('is taken from another window', () => {
    const source: unknown = runInNewContext('({ type: "wallet", parts: [{ a: 1 }] })');
    expect(read(source)).to.deep.equal({ type: 'wallet', parts: [{ a: 1 }] });
  });

  it('is copied, so that the page can’t change it any more', () => {
    const given = { type: 'wallet', parts: ['a'] };
    const copy = read(given);
    given.parts.push('b');
    given.type = 'creditcard';
    expect(copy).to.deep.equal({ type: 'wallet', parts: ['a'] });
  });

  it('is never sent as another one than was judged', () => {
    let reads = 0;
    const source = { type: 'wallet', get token() { return reads++ === 0 ? 'first' : number; } }; // prettier-ignore
    expect(() => read(source)).to.throw(PayError, problem);
  });

  for (const [what, source] of [
    ['undefined', undefined],
    ['null', null],
    ['a text', 'token_1'],
    ['a number', 1],
    ['a list', [token]],
    ['a function', () => token],
    ['an object without a type', { token: 'token_1' }],
    ['of a blank type', { ...token, type: ' ' }],
    ['of a type that is no text', { ...token, type: ['token'] }],
    ['with a function in it', { ...token, then: () => 1 }],
    ['with undefined in it', { ...token, manual: undefined }],
    ['with a symbol in it', { ...token, a: Symbol('a') }],
    ['with a bigint in it', { ...token, a: 1n }],
    ['with NaN in it', { ...token, a: Number.NaN }],
    ['with a number that JSON can’t carry', { ...token, a: 2 ** 53 }],
    ['with a hole in a list', { ...token, a: new Array(2) }],
    ['with a cycle in it', cycle],
    ['with a date in it', { ...token, at: new Date() }],
    ['with a map in it', { ...token, at: new Map() }],
    ['an object of a class', new Source()],
    ['with an object of a class in it', { ...token, a: [new Source()] }],
    ['with a type that it inherits', Object.create(token)],
    ['with a getter that throws', throwing],
    ['with `__proto__` in it', JSON.parse('{"type":"token","__proto__":{"a":1}}') as object],
    ['with another prototype', { __proto__: { type: 'token' } }],
    ['of type creditcard', { ...token, type: 'creditcard' }],
    ['of type creditcard in capitals', { ...token, type: ' CreditCard' }],
    ['with a card number', { ...token, note: `my card: ${number}` }],
    ['with a card number deep inside', { ...token, a: [{ b: [number] }] }],
    ['with a card number as a number', { ...token, a: 4111111111111111 }],
    ['with a card number as a name', { ...token, [number]: 1 }],
    ['with a card number as its type', { type: number }],
    ['with a card number in Arabic digits', { ...token, a: '٤١١١ ١١١١ ١١١١ ١١١١' }],
  ] as const) {
    it(`is refused when it is ${what}`, () => {
      const fails = () => read(source);
      expect(fails).to.throw(PayError, problem);
      try {
        fails();
      } catch (error) {
        expect(error).to.include({ code: 'configuration', field: 'source', retryable: false });
        expect(error).not.to.have.property('cause');
      }
    });
  }

  it('is refused without a word of what it holds', () => {
    for (const source of [throwing, { ...token, note: number }, { ...token, a: () => 1 }]) {
      expect(() => read(source))
        .to.throw(PayError)
        .and.not.match(/token_|4111/);
    }
  });

  it('is refused where the options themselves throw', () => {
    const options = { get source() { throw new Error('no'); } }; // prettier-ignore
    expect(() => parseExternalSource(options)).to.throw(PayError, problem);
  });
});
