import { expect } from 'chai';
import { before, describe, it } from 'node:test';
import type { AnotherWay } from '../../../src/element/checkout/state.js';
import * as en from '../../../src/element/i18n/locales/en.js';
import type { LocaleFile, FormMessages } from '../../../src/element/i18n/messages.js';
import { mergeMessages } from '../../../src/element/i18n/merge-messages.js';
import { writeNotice, type PaymentSituation, type SentBefore } from '../../../src/element/i18n/notice.js';
import { claimsOf, type Claim } from './claims.js';
import { codes, loadAll } from './tables.js';

const errors = [
  'network',
  'api',
  'card',
  'canceled',
  'configuration',
  'expired',
  'unusable-card',
  'other-tab',
  'too-many-tries',
  'challenge-required',
  'order-closed',
] as const;
/** Another payment of the order stands in the way. */
const standing: readonly string[] = ['other-tab', 'order-closed'];
const sents: readonly SentBefore[] = ['never', 'maybe', 'lost'];
const ways: readonly AnotherWay[] = ['none', 'offered', 'chosen'];
const both = [true, false];
const payment = (status: string, response_code?: string) => ({
  id: 'p',
  status,
  source: { ...(response_code ? { response_code } : {}) },
});

/** All that can be known. */
const everything: readonly PaymentSituation[] = [
  { kind: 'misconfigured', where: 'form' },
  { kind: 'misconfigured', where: 'result' },
  { kind: 'expired' },
  { kind: 'intent-closed' },
  { kind: 'expiring', time: '12:34' },
  { kind: 'lost' },
  { kind: 'held' },
  ...errors.flatMap((error) =>
    both.flatMap((isMerchantError) =>
      sents.map((sent) => ({ kind: 'ended', error, isMerchantError, sent }) as const),
    ),
  ),
  ...(['sent', 'at-bank', 'other-tab'] as const).flatMap((where) =>
    both.flatMap((hasStatusSource) =>
      ways.map((anotherWay) => ({ kind: 'open', where, hasStatusSource, anotherWay }) as const),
    ),
  ),
  ...both.flatMap((hasOtherOpenPayment) =>
    (['here', 'shop'] as const).flatMap((next) => {
      const settled = { kind: 'settled', hasOtherOpenPayment, next } as const;
      return [
        ...['paid', 'captured', 'refunded'].map(
          (status) => ({ ...settled, status: 'paid', payment: payment(status) }) as const,
        ),
        { ...settled, status: 'authorized', payment: payment('authorized') } as const,
        { ...settled, status: 'paid', payment: payment('paid'), charged: '90.00' } as const,
        { ...settled, status: 'failed', payment: payment('expired') } as const,
        { ...settled, status: 'failed', payment: payment('voided') } as const,
        { ...settled, status: 'failed', payment: undefined } as const,
        ...['05', '14', '33', '41', '51', '57', '61', '82', '91'].map(
          (code) => ({ ...settled, status: 'failed', payment: payment('failed', code) }) as const,
        ),
      ];
    }),
  ),
];

/** When a claim may be made. Written from what is true, and not from what the code does. */
function allowed(known: PaymentSituation): readonly Claim[] {
  switch (known.kind) {
    case 'ended':
      if (standing.includes(known.error)) return ['do not pay again'];
      if (known.sent === 'never') return ['not charged'];
      return known.sent === 'lost' ? ['charged once'] : [];
    case 'lost':
      return ['charged once'];
    case 'open':
    case 'held':
    case 'intent-closed':
      return ['do not pay again'];
    case 'settled': {
      const failed =
        known.status === 'failed' && !['voided', 'expired'].includes(known.payment?.status ?? '');
      return failed && !known.hasOtherOpenPayment ? ['not charged'] : [];
    }
    default:
      return [];
  }
}

/** All that the payer reads, buttons too. */
const shown = (known: PaymentSituation, messages: FormMessages): string => {
  const { title, lines, actions: acts } = writeNotice(known, messages);
  return [title, ...lines, ...acts.map(({ text }) => text)].filter((text) => text !== undefined).join(' | ');
};

const lies = (code: string, messages: FormMessages): string[] =>
  everything.flatMap((known) => {
    const text = shown(known, messages);
    const untrue = claimsOf(code, text).filter((claim) => !allowed(known).includes(claim));
    return untrue.map((claim) => `${claim}: ${text} (${JSON.stringify(known)})`);
  });

describe('what the payer is told', () => {
  let files: ReadonlyMap<string, LocaleFile>;
  before(async () => {
    files = await loadAll();
  });
  const messages = (code: string): FormMessages => {
    const file = files.get(code);
    if (!file) throw new Error(`There is no ${code}.`);
    return file.form;
  };

  for (const code of codes) {
    it(`claims in ${code} only what is known`, () => {
      expect(lies(code, messages(code))).to.deep.equal([]);
    });

    it(`says in ${code} of every lost or unknown payment what to do about paying`, () => {
      for (const known of everything) {
        const text = shown(known, messages(code));
        const isStanding = known.kind === 'ended' && standing.includes(known.error);
        const again = known.kind === 'ended' && known.sent === 'lost' && !isStanding;
        if (known.kind === 'lost' || again) {
          expect(claimsOf(code, text)).to.deep.equal(['charged once']);
        }
        const quiet = known.kind === 'open' && known.where !== 'at-bank' && known.anotherWay !== 'chosen';
        if (quiet || isStanding || known.kind === 'intent-closed' || known.kind === 'held')
          expect(claimsOf(code, text)).to.deep.equal(['do not pay again']);
      }
    });
  }

  for (const [moved, to] of [
    ['notCharged', 'expired'],
    ['notCharged', 'misconfigured'],
    ['notCharged', 'uncertain'],
    ['notCharged', 'voided'],
    ['lost', 'notCharged'],
    ['lost', 'checking'],
    ['checking', 'lost'],
    ['checking', 'paid'],
    ['uncertain', 'tryAgain'],
    ['spent', 'expired'],
  ] as const) {
    it(`is caught where "${moved}" is said in place of "${to}", in every language`, () => {
      for (const [code, file] of files) {
        const { form } = mergeMessages(file, { [to]: file.form[moved] });
        expect(lies(code, form), code).not.to.deep.equal([]);
      }
    });
  }

  it('is caught where a refusal says that nothing was charged', () => {
    const { form } = mergeMessages(en, { errors: { api: `Refused. ${en.form.notCharged}` } });
    expect(lies('en', form)).not.to.deep.equal([]);
  });

  const open = { kind: 'open', hasStatusSource: true, anotherWay: 'none' } as const;
  const ended = { kind: 'ended', isMerchantError: false, sent: 'maybe' } as const;
  const failed = { kind: 'settled', status: 'failed', hasOtherOpenPayment: false, next: 'here' } as const;
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
    [
      {
        kind: 'settled',
        status: 'paid',
        payment: payment('captured'),
        hasOtherOpenPayment: false,
        next: 'here',
      },
      'Payment received. Thank you.',
    ],
    [
      {
        kind: 'settled',
        status: 'paid',
        payment: payment('refunded'),
        hasOtherOpenPayment: false,
        next: 'here',
      },
      'A refund was issued.',
    ],
    [
      { kind: 'settled', status: 'authorized', payment: undefined, hasOtherOpenPayment: false, next: 'here' },
      'Payment approved. Thank you.',
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
  for (const [known, text] of table) {
    it(`for ${JSON.stringify(known)} is: ${text}`, () => {
      expect(shown(known, en.form)).to.equal(text);
    });
  }
});
