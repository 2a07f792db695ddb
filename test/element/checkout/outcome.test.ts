import { expect } from 'chai';
import { describe, it } from 'node:test';
import { interpretPayment, getReturnUrl } from '../../../src/element/checkout/outcome.js';
import type { ServiceAddresses } from '../../../src/element/checkout/services.js';
import { readReturn } from '../../../src/element/checkout/read-return.js';
import type { Payment } from '../../../src/wire/payment.js';

const id = '11111111-1111-4111-8111-111111111111';
const payment = (over: Partial<Payment>): Payment => ({ id, status: 'paid', ...over });

describe('interpretPayment', () => {
  const table = [
    ['paid', 'paid'],
    ['captured', 'paid'],
    ['refunded', 'paid'],
    ['authorized', 'authorized'],
    ['failed', 'failed'],
    ['voided', 'failed'],
    ['expired', 'failed'],
  ] as const;
  for (const [status, outcome] of table) {
    it(`reads ${status} as ${outcome}`, () => {
      expect(interpretPayment(payment({ status }))).to.deep.equal({ kind: 'final', status: outcome });
    });
  }

  // A card that was only checked is not paid.
  for (const status of ['verified', '', 'PAID', 'limbo', 'constructor', '__proto__']) {
    it(`takes "${status}" for nothing that it knows`, () => {
      expect(interpretPayment(payment({ status }))).to.deep.equal({ kind: 'open' });
    });
  }

  const url = 'https://api.example.com/v1/card_auths/1/prepare?x=1';
  const service = { baseUrl: 'https://api.example.com/v1' };
  const meaningOf = (source: object, at: ServiceAddresses | undefined = service) =>
    interpretPayment(payment({ status: 'initiated', source: { transaction_url: url, ...source } }), at);

  for (const type of ['creditcard', 'token'])
    it(`follows the challenge of an initiated payment by ${type}`, () => {
      expect(meaningOf({ type })).to.deep.equal({ kind: 'challenge', url });
    });

  for (const type of ['stcpay', 'applepay', 'samsungpay', 'sadad', 'CreditCard', '', null, undefined])
    it(`follows no challenge of an initiated payment by ${type}: opening its address could confirm it`, () => {
      expect(meaningOf({ type })).to.deep.equal({ kind: 'open' });
    });

  for (const [baseUrl, transaction_url, follows] of [
    ['https://api.example.com/v1', 'https://api.example.com/3ds', true],
    ['https://api.example.com/v1', 'https://api.example.com:8443/3ds', true],
    ['https://api.example.com/v1', 'https://eu.api.example.com/3ds', true],
    ['https://api.example.com/v1', 'https://apimig.example.com/3ds', true],
    ['https://api.example.com/v1', 'https://example.com/3ds', false],
    ['https://api.example.com/v1', 'https://pay.example.com/3ds', false],
    ['https://api.example.com/v1', 'https://badapi.example.com/3ds', false],
    ['https://api.example.com/v1', 'https://api.example.com.evil.example/3ds', false],
    ['https://pay.example.com/v1', 'https://apimig.example.com/3ds', false],
    ['https://pay.example.com/v1', 'https://3ds.bank.example/', true],
    ['https://pay.example.com/v1', 'https://eu.3ds.bank.example/', true],
    ['https://pay.example.com/v1', 'https://bank.example/', false],
    ['https://pay.example.com/v1', 'http://localhost:1/3ds', false],
    ['http://localhost:8080/v1', 'http://127.0.0.1:9090/3ds', true],
    ['http://127.0.0.1:8080/v1', 'https://bank.example/', false],
  ] as const)
    it(`${follows ? 'follows' : 'does not follow'} a challenge at ${transaction_url} of the service ${baseUrl}`, () => {
      const at = { baseUrl, challengeHosts: ['3ds.bank.example'] };
      expect(meaningOf({ type: 'creditcard', transaction_url }, at)).to.deep.equal(
        follows ? { kind: 'challenge', url: transaction_url } : { kind: 'open' },
      );
    });

  for (const transaction_url of [
    undefined,
    null,
    '',
    '/3ds',
    'http://api.example.com/3ds',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://payer:secret@api.example.com/3ds',
    'blob:https://api.example.com/1',
  ])
    for (const at of [service, undefined])
      it(`follows no challenge at ${transaction_url} of ${at ? 'the service' : 'a service that is not known'}`, () => {
        const source = { type: 'creditcard', transaction_url } as const;
        expect(interpretPayment(payment({ status: 'initiated', source }), at)).to.deep.equal({
          kind: 'open',
        });
      });

  it('follows no challenge of a payment without a source', () => {
    expect(interpretPayment(payment({ status: 'initiated' }))).to.deep.equal({ kind: 'open' });
  });
});

describe('getReturnUrl', () => {
  for (const query of ['?q=a%20b+c&flag', "?sig=a%2Bb%2f&x='(~)", '?id=7&status=open&message=hi', '?a=1&']) {
    it(`adds id, status and message, encoded, to the shop’s own query as it is written: ${query}`, () => {
      const callback_url = `https://shop.example/back${query}#top`;
      const back = new URL(getReturnUrl(payment({ callback_url, source: { message: 'A & B تم' } })) ?? '');
      expect(back.search).to.equal(
        `${new URL(callback_url).search}&id=${id}&status=paid&message=A+%26+B+%D8%AA%D9%85`,
      );
      expect(back.hash).to.equal('#top');
      expect(readReturn(back)).to.deep.equal({ paymentId: id, status: 'paid', message: 'A & B تم' });
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
