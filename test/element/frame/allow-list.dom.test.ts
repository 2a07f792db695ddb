import { expect } from 'chai';
import { isAllowed, readAllowList } from '../../../src/element/frame/iframe/allow-list.js';

const read = (html: string) => readAllowList(new DOMParser().parseFromString(html, 'text/html'));

describe('the origins that a frame serves', () => {
  it('reads parents from the meta tag and services from connect-src', () => {
    const { parents, services } = read(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; connect-src https://a.example  https://b.example:8443; base-uri 'none'">
       <meta name="pay-checkout-parents" content=" https://shop.example
         https://other.example ">`,
    );
    expect(parents).to.deep.equal(['https://shop.example', 'https://other.example']);
    expect(services).to.deep.equal(['https://a.example', 'https://b.example:8443']);
  });

  it('allows no origin without a meta tag and a policy', () => {
    expect(read('<title>Card payment</title>')).to.deep.equal({ parents: [], services: [] });
    expect(
      read('<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">').services,
    ).to.deep.equal([]);
  });

  const cases: readonly (readonly [list: readonly string[], origin: string, served: boolean])[] = [
    [['https://shop.example'], 'https://shop.example', true],
    [['https://shop.example'], 'http://shop.example', false],
    [['https://shop.example'], 'https://shop.example:8443', false],
    [['https://shop.example'], 'https://shop.example.evil', false],
    [['https://shop.example'], 'https://evil.shop.example', false],
    [['https://shop.example'], 'null', false],
    [['http://localhost:*'], 'http://localhost:5173', true],
    [['http://localhost:*'], 'http://localhost', true],
    [['http://localhost:*'], 'https://localhost:5173', false],
    [['http://localhost:*'], 'http://localhost.evil:5173', false],
    [['*'], 'https://shop.example', false],
    [['https://*.example'], 'https://shop.example', false],
    [[], 'https://shop.example', false],
  ];
  for (const [list, origin, served] of cases) {
    it(`${served ? 'allows' : 'refuses'} ${origin} with [${list.join(' ')}]`, () => {
      expect(isAllowed(list, origin)).to.equal(served);
    });
  }
});
