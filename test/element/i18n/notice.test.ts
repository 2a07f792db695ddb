import { expect } from 'chai';
import { describe, it } from 'node:test';
import * as en from '../../../src/element/i18n/locales/en.js';
import * as zh from '../../../src/element/i18n/locales/zh-Hans.js';
import { writeNotice, type PaymentSituation } from '../../../src/element/i18n/notice.js';

const payment = (status: string, response_code?: string) => ({
  id: 'p',
  status,
  source: { ...(response_code ? { response_code } : {}) },
});

/** All that the payer reads, buttons too. */
const shown = (known: PaymentSituation): string => {
  const { title, lines, actions } = writeNotice(known, en.form);
  return [title, ...lines, ...actions.map(({ text }) => text)]
    .filter((text) => text !== undefined)
    .join(' | ');
};

describe('what the payer is told', () => {
  const open = { kind: 'open', hasStatusSource: true, anotherWay: 'none' } as const;
  const ended = { kind: 'ended', isMerchantError: false, sent: 'maybe' } as const;
  const settled = { kind: 'settled', payment: undefined, hasOtherOpenPayment: false, next: 'here' } as const;
  const paid = { ...settled, status: 'paid' } as const;
  const failed = { ...settled, status: 'failed' } as const;
  const table: readonly (readonly [PaymentSituation, string])[] = [
    [
      { kind: 'misconfigured', where: 'form' },
      'This payment form isn’t working. If you’ve already paid, don’t pay again: ask the shop.',
    ],
    [
      { kind: 'misconfigured', where: 'result' },
      'This payment page isn’t working. If you’ve already paid, don’t pay again: ask the shop.',
    ],
    [
      { kind: 'expired' },
      'The time to pay has run out. If you haven’t paid, go back to the shop and start again.',
    ],
    [
      { kind: 'intent-closed' },
      'This payment is closed. You may have paid already: ask the shop before paying again.',
    ],
    [
      { kind: 'expiring', time: '12:34' },
      'You have until 12:34 to pay. After that you’ll need to start again.',
    ],
    [{ kind: 'lost' }, 'Your payment didn’t reach us. You can pay now: you’ll be charged only once.'],
    [{ ...ended, error: 'network' }, 'We couldn’t connect. Check your connection and try again.'],
    [
      { ...ended, error: 'network', sent: 'never' },
      'You haven’t been charged. | We couldn’t connect. Check your connection and try again.',
    ],
    [
      { ...ended, error: 'network', sent: 'never', isMerchantError: true },
      'Something went wrong on the shop’s side. Try again later, or ask the shop.',
    ],
    [
      { ...ended, error: 'network', sent: 'lost' },
      'That try didn’t work. Try again: you’ll be charged only once.',
    ],
    [{ ...ended, error: 'api' }, 'The payment wasn’t accepted. Please try again later.'],
    [{ ...ended, error: 'unusable-card' }, 'This card isn’t accepted here. Use another card.'],
    [{ ...ended, error: 'card' }, 'Some card details weren’t accepted. Check them and try again.'],
    [{ ...ended, error: 'canceled' }, 'The payment was stopped. You can try again.'],
    [
      { ...ended, error: 'other-tab', sent: 'lost' },
      'This is being paid in another window. Don’t pay again here.',
    ],
    [
      { ...ended, error: 'too-many-tries', sent: 'never', isMerchantError: true },
      'Too many tries for now. Wait a while, then try again.',
    ],
    [
      { ...ended, error: 'challenge-required', isMerchantError: true },
      'The shop asks for a security check first. Complete it and try again, or ask the shop.',
    ],
    [
      { ...ended, error: 'order-closed', sent: 'lost', isMerchantError: true },
      'This payment is closed. You may have paid already: ask the shop before paying again.',
    ],
    [{ kind: 'held' }, 'The shop needs to check a payment for this order. Don’t pay again: ask the shop.'],
    [
      { ...ended, error: 'canceled', sent: 'never' },
      'You haven’t been charged. | The payment was stopped. You can try again.',
    ],
    [
      { ...ended, error: 'configuration', sent: 'never' },
      'Something went wrong on the shop’s side. Try again later, or ask the shop.',
    ],
    [
      { ...ended, error: 'expired' },
      'This payment has ended. Check your bank messages; if you haven’t paid, try again.',
    ],
    [
      { ...open, where: 'sent' },
      'We’re checking your payment. Please don’t pay again. | This can take a minute.',
    ],
    [
      { ...open, where: 'sent', anotherWay: 'offered' },
      'We’re checking your payment. Please don’t pay again. | Pay another way',
    ],
    [
      { ...open, where: 'sent', hasStatusSource: false },
      'We don’t know yet whether your payment went through. Don’t pay again. Check with the shop.',
    ],
    [
      { ...open, where: 'sent', hasStatusSource: false, anotherWay: 'offered' },
      'We don’t know yet whether your payment went through. Don’t pay again. Check with the shop. | Pay another way',
    ],
    [
      { ...open, where: 'at-bank' },
      'Your bank is waiting for your approval. | To pay another way, cancel on your bank’s page. | Go to your bank’s page',
    ],
    [
      { ...open, where: 'at-bank', anotherWay: 'offered' },
      'Your bank is waiting for your approval. | Go to your bank’s page | Pay another way',
    ],
    [
      { ...open, where: 'at-bank', anotherWay: 'chosen' },
      'If the first payment also goes through, you’ll pay twice. Check your bank messages before you continue. | Back | Yes, pay again',
    ],
    [{ ...open, where: 'other-tab' }, 'This is being paid in another window. Don’t pay again here.'],
    [{ ...paid, payment: payment('captured') }, 'Payment received. Thank you.'],
    [{ ...paid, charged: 'SAR 90.00' }, 'Payment received. Thank you. | Amount of this payment: SAR 90.00'],
    [{ ...paid, payment: payment('refunded') }, 'A refund was issued.'],
    [{ ...settled, status: 'authorized' }, 'Payment approved. Thank you.'],
    [
      { ...failed, payment: payment('expired') },
      'This payment has ended. Check your bank messages; if you haven’t paid, try again.',
    ],
    [
      { ...failed, payment: payment('expired'), next: 'shop' },
      'The time to pay has run out. If you haven’t paid, go back to the shop and start again.',
    ],
    [
      { ...failed, payment: payment('voided') },
      'Payment canceled. Your bank will release the amount, which can take a few days.',
    ],
    [
      { ...failed, payment: payment('voided'), next: 'shop' },
      'Payment canceled. Your bank will release the amount, which can take a few days. | To pay, go back to the shop.',
    ],
    [
      { ...failed, payment: payment('voided'), next: 'shop', hasOtherOpenPayment: true },
      'Payment canceled. Your bank will release the amount, which can take a few days.',
    ],
    [
      { ...failed, payment: payment('failed', '91') },
      'Payment not completed | We couldn’t reach your bank. You haven’t been charged. | Try again later or use another card.',
    ],
    [
      { ...failed, payment: payment('failed', '91'), next: 'shop' },
      'Payment not completed | We couldn’t reach your bank. You haven’t been charged. | To pay, go back to the shop.',
    ],
    [
      { ...failed, payment: payment('failed', '51') },
      'Payment not completed | There isn’t enough money on this card. You haven’t been charged. | Check the details or use another card.',
    ],
    [
      { ...failed, payment: payment('failed', '05'), next: 'shop' },
      'Payment not completed | The payment was declined. You haven’t been charged. | To pay, go back to the shop.',
    ],
    [
      { ...failed, payment: payment('failed', '05'), hasOtherOpenPayment: true },
      'Payment not completed | The payment was declined. | Check the details or use another card.',
    ],
  ];
  for (const type of ['creditcard', 'stcpay', 'applepay', 'samsungpay', 'googlepay', 'token'])
    it(`after a decline of ${type}, says to check the details only if the payer has typed them`, () => {
      const declined = { id: 'p', status: 'failed', source: { type, response_code: '51' } };
      const isTyped = type === 'creditcard' || type === 'stcpay';
      expect(writeNotice({ ...failed, payment: declined }, en.form).lines[1]).to.equal(
        isTyped ? en.form.tryAgain : en.form.tryLater,
      );
    });

  for (const [known, text] of table) {
    it(`for ${JSON.stringify(known)} is: ${text}`, () => {
      expect(shown(known)).to.equal(text);
    });
  }

  it('has no blank between two sentences of Chinese', () => {
    const { declines, notCharged } = zh.form;
    const { lines } = writeNotice({ ...failed, payment: payment('failed', '05') }, zh.form);
    expect(lines[0]).to.equal(declines.declined + notCharged);
  });
});
