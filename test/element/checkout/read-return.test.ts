import { expect } from 'chai';
import { describe, it } from 'node:test';
import { isAtReturnUrl, readReturn } from '../../../src/element/checkout/read-return.js';

const id = '11111111-1111-4111-8111-111111111111';

describe('readReturn', () => {
  const table: readonly (readonly [string, string, ReturnType<typeof readReturn>])[] = [
    [
      'what the service adds',
      `?id=${id}&status=paid&message=APPROVED`,
      { paymentId: id, status: 'paid', message: 'APPROVED' },
    ],
    ['an id alone', `?id=${id}`, { paymentId: id }],
    ['the page’s own query before it', `?order=7&id=${id}`, { paymentId: id }],
    ['the last of several, since the service adds at the end', `?id=7&id=${id}`, { paymentId: id }],
    ['encoded words', `?id=${id}&message=A%20%26%20B+%D8%AA%D9%85`, { paymentId: id, message: 'A & B تم' }],
    [
      'markup as the text that it is',
      `?id=${id}&message=%3Cimg%20src%3Dx%3E`,
      { paymentId: id, message: '<img src=x>' },
    ],
    ['nothing', '', undefined],
    ['an id between blanks', `?id=%20${id}%20`, { paymentId: id }],
    ['an empty id', '?id=&status=paid', undefined],
    ['a status alone', '?status=paid', undefined],
  ];
  for (const [what, query, read] of table) {
    it(`reads ${what}`, () => {
      expect(readReturn(`https://shop.example/back${query}`)).to.deep.equal(read);
      expect(readReturn(new URL(`https://shop.example/back${query}`))).to.deep.equal(read);
    });
  }

  it('answers undefined for what is no address', () => {
    expect(readReturn('http://[')).to.equal(undefined);
  });
});

describe('isAtReturnUrl', () => {
  const wanted = `https://shop.example/back?order=7&id=${id}&status=paid&message=APPROVED`;
  const table: readonly (readonly [string, string, boolean])[] = [
    ['the same address', wanted, true],
    [
      'the address that the service made, with an amount and no message',
      `https://shop.example/back?order=7&id=${id}&status=paid&amount=100`,
      true,
    ],
    ['the page before it was left', 'https://shop.example/back?order=7', false],
    ['another payment', wanted.replace(id, '2'), false],
    ['an id that the page has before the payment’s', `${wanted}&id=2`, false],
    ['another status', wanted.replace('paid', 'failed'), false],
    ['another order', wanted.replace('order=7', 'order=8'), false],
    ['another page', wanted.replace('/back', '/'), false],
    ['another place in the page', `${wanted}#/cart`, false],
  ];
  for (const [what, current, isThere] of table)
    it(`is ${isThere} at ${what}`, () => {
      expect(isAtReturnUrl(current, wanted)).to.equal(isThere);
    });
});
