import { expect } from 'chai';
import { describe, it } from 'node:test';
import { interpretPayment, getReturnUrl } from '../../../src/element/checkout/outcome.js';
import { readReturn } from '../../../src/element/checkout/read-return.js';
import type { Payment } from '../../../src/wire/payment.js';

const id = '11111111-1111-4111-8111-111111111111';
const payment = (over: Partial<Payment>): Payment => ({ id, status: 'paid', ...over });

describe('interpretPayment', () => {
  const table = [
    ['paid', 'paid'],
    ['captured', 'paid'],
    ['verified', 'paid'],
    ['refunded', 'paid'],
    ['authorized', 'authorized'],
    ['failed', 'failed'],
    ['voided', 'failed'],
  ] as const;
  for (const [status, outcome] of table) {
    it(`reads ${status} as ${outcome}`, () => {
      expect(interpretPayment(payment({ status }))).to.deep.equal({ kind: 'final', status: outcome });
    });
  }

  for (const status of ['', 'PAID', 'limbo', 'constructor', '__proto__']) {
    it(`takes "${status}" for nothing that it knows`, () => {
      expect(interpretPayment(payment({ status }))).to.deep.equal({ kind: 'open' });
    });
  }

  it('follows the challenge of an initiated payment', () => {
    const url = 'https://bank.example/3ds?x=1';
    expect(
      interpretPayment(payment({ status: 'initiated', source: { transaction_url: url } })),
    ).to.deep.equal({
      kind: 'challenge',
      url,
    });
  });

  for (const transaction_url of [
    undefined,
    null,
    '',
    '/3ds',
    'http://bank.example/3ds',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://payer:secret@bank.example/3ds',
    'blob:https://bank.example/1',
  ]) {
    it(`follows no challenge at ${transaction_url}`, () => {
      const source = transaction_url === undefined ? {} : { transaction_url };
      expect(interpretPayment(payment({ status: 'initiated', source }))).to.deep.equal({ kind: 'open' });
    });
  }

  it('follows no challenge of a payment without a source', () => {
    expect(interpretPayment(payment({ status: 'initiated' }))).to.deep.equal({ kind: 'open' });
  });
});

describe('getReturnUrl', () => {
  it('adds id, status and message to the query that is there, encoded', () => {
    const back = getReturnUrl(
      payment({ callback_url: 'https://shop.example/back?order=7#top', source: { message: 'A & B تم' } }),
    );
    const url = new URL(back ?? '');
    expect(Object.fromEntries(url.searchParams)).to.deep.equal({
      order: '7',
      id,
      status: 'paid',
      message: 'A & B تم',
    });
    expect(url.hash).to.equal('#top');
  });

  for (const query of ['?q=a%20b+c&flag', "?sig=a%2Bb%2f&x='(~)", '?id=7&status=open&message=hi', '?a=1&']) {
    it(`keeps the shop’s own query as it is written: ${query}`, () => {
      const callback_url = `https://shop.example/back${query}#top`;
      const back = new URL(getReturnUrl(payment({ callback_url, source: { message: 'A & B' } })) ?? '');
      expect(back.search).to.equal(`${new URL(callback_url).search}&id=${id}&status=paid&message=A+%26+B`);
      expect(back.hash).to.equal('#top');
      expect(readReturn(back)).to.deep.equal({ paymentId: id, status: 'paid', message: 'A & B' });
    });
  }

  for (const callback_url of [
    null,
    undefined,
    'javascript:alert(1)',
    'http://shop.example/',
    'https://a:b@shop.example/',
  ]) {
    it(`is nowhere with ${callback_url}`, () => {
      expect(getReturnUrl(payment(callback_url === undefined ? {} : { callback_url }))).to.equal(undefined);
    });
  }
});
