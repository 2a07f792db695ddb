import { expect } from 'chai';
import { describe, it } from 'node:test';
import { readReturn } from '../../../src/element/checkout/read-return.js';

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
