import type { ChallengeMessages, Direction, FrameMessages, FormMessages, SavedCardMessages } from '../messages.js';

export const code = 'en';
export const direction: Direction = 'ltr';

export const form: FormMessages = {
  labels: {
    number: 'Card number',
    expiry: 'Expiration date',
    cvc: 'Security code (CVV)',
    name: 'Name on card',
  },
  expiryPlaceholder: 'MM / YY',
  cvcHint: (digits) => `${digits} digits`,
  form: 'Card payment',
  accepted: 'Accepted cards',
  networks: {
    mada: 'mada',
    visa: 'Visa',
    master: 'Mastercard',
    amex: 'American Express',
    unionpay: 'UnionPay',
  },
  cardIs: (network) => `${network} card`,
  cardEnding: (digits) => `ending in ${digits}`,
  pay: (amount) => `Pay ${amount}`,
  riyals: 'Saudi riyals',
  payNow: 'Pay',
  paying: 'Processing…',
  redirecting: 'Taking you to your bank…',
  loading: 'Loading the payment form…',
  testMode: 'Test mode: no real charge.',
  problems: {
    number: {
      empty: 'Enter your card number.',
      incomplete: 'Your card number is incomplete.',
      too_long: 'This card number is too long.',
      luhn: 'Check your card number.',
      unsupported: 'This card isn’t accepted here. Use another card.',
    },
    expiry: {
      empty: 'Enter expiration date.',
      incomplete: 'Enter month and year.',
      month: 'Month must be 01 to 12.',
      past: 'This card has expired.',
      too_far: 'Check the year.',
      invalid: 'Enter month and year.',
    },
    cvc: {
      empty: 'Enter security code.',
      incomplete: 'The code is too short.',
      invalid: 'The code is too long.',
    },
    name: {
      empty: 'Enter the name on the card.',
      looks_like_number: 'This looks like a card number. Enter the name on the card.',
      invalid: 'Some characters can’t be used.',
    },
  },
  refused: {
    number: 'Check your card number.',
    expiry: 'Check the expiration date.',
    cvc: 'Check the security code.',
    name: 'Check the name on the card.',
  },
  declines: {
    declined: 'The payment was declined.',
    insufficient_funds: 'There isn’t enough money on this card.',
    expired_card: 'This card has expired.',
    limit: 'This is over your card’s limit.',
    not_permitted: 'This card can’t be used for this kind of payment.',
    security_code: 'The security code wasn’t accepted.',
    wrong_number: 'This card number wasn’t recognized.',
    not_enrolled: 'This card isn’t set up for online payments. Ask your bank.',
    authentication: 'The check with your bank wasn’t completed.',
    issuer_unavailable: 'We couldn’t reach your bank.',
  },
  notCharged: 'You haven’t been charged.',
  tryAgain: 'Check the details or use another card.',
  tryLater: 'Try again later or use another card.',
  startAnew: 'To pay, go back to the shop.',
  failed: 'Payment not completed',
  paid: 'Payment received. Thank you.',
  authorized: 'Payment approved. Thank you.',
  continue: 'Continue',
  voided: 'Payment canceled. Your bank will release the amount, which can take a few days.',
  refunded: 'A refund was issued.',
  checking: 'We’re checking your payment. Please don’t pay again.',
  checkingTakes: 'This can take a minute.',
  reference: (id) => `Payment reference: ${id}`,
  uncertain: 'We don’t know yet whether your payment went through. Don’t pay again. Check with the shop.',
  atBank: 'Your bank is waiting for your approval.',
  toBank: 'Go to your bank’s page',
  elsewhere: 'This is being paid in another window. Don’t pay again here.',
  anotherWay: 'Pay another way',
  payTwice:
    'If the first payment also goes through, you’ll pay twice. Check your bank messages before you continue.',
  payAgain: 'Yes, pay again',
  back: 'Back',
  lost: 'Your payment didn’t reach us. You can pay now: you’ll be charged only once.',
  lostAgain: 'That try didn’t work. Try again: you’ll be charged only once.',
  expired: 'The time to pay has run out. If you haven’t paid, go back to the shop and start again.',
  spent: 'This payment is closed. You may have paid already: ask the shop before paying again.',
  closing: (time) => `You have until ${time} to pay. After that you’ll need to start again.`,
  misconfigured: 'This payment form isn’t working. If you’ve already paid, don’t pay again: ask the shop.',
  pageMisconfigured:
    'This payment page isn’t working. If you’ve already paid, don’t pay again: ask the shop.',
  tooManyTries: 'Too many tries for now. Wait a while, then try again.',
  challengeRequired: 'The shop asks for a security check first. Complete it and try again, or ask the shop.',
  errors: {
    network: 'We couldn’t connect. Check your connection and try again.',
    api: 'The payment wasn’t accepted. Please try again later.',
    card: 'Some card details weren’t accepted. Check them and try again.',
    canceled: 'The payment was stopped. You can try again.',
    configuration: 'Something went wrong on the shop’s side. Try again later, or ask the shop.',
    expired: 'This payment has ended. Check your bank messages; if you haven’t paid, try again.',
  },
};

export const bank: ChallengeMessages = {
  title: 'Confirm with your bank',
  fullPage: 'Open full page',
  cancel: 'Close',
  loading: 'Opening your bank’s page…',
  slow: 'Your bank’s page doesn’t seem to open here. Open the full page instead.',
  ask: 'Leave your bank’s page? Your payment may still go through, so don’t pay again.',
  keep: 'Stay',
  stop: 'Leave',
};

export const frame: FrameMessages = {
  title: 'Card payment',
  silent: 'The card form didn’t load. Check your connection and try again.',
  retry: 'Try again',
};

export const saved: SavedCardMessages = {
  title: 'Saved cards',
  another: 'Another card',
  expired: 'Expired',
  unusable: 'Can’t be used here',
  offer: 'Save this card for next time',
  always: 'This card will be saved for next time.',
};
