import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseIntentStep } from '../../src/server/checkout/choose-intent-step.js';
import type { IntentStep } from '../../src/server/checkout/order-event.js';
import {
  emptyRecord,
  type IntentEntry,
  type OrderRecord,
  type PaymentEntry,
} from '../../src/server/checkout/record.js';

const minute = 60_000;
const start = Date.parse('2030-01-01T00:00:00Z');
const stamp = (minutes: number) => new Date(start + minutes * minute).toISOString();
const order = { id: '7', amount: 10_000, currency: 'SAR', callbackUrl: 'https://shop.example/back' };

const intent = (state: IntentEntry['state']): IntentEntry =>
  ({
    number: 1,
    id: 'i1',
    amount: 10_000,
    currency: 'SAR',
    state,
    expiresAt: stamp(60),
    localExpiresAt: 0,
  }) as IntentEntry;

const payment = (more: Partial<PaymentEntry>): PaymentEntry => ({
  id: 'p',
  intent: 1,
  firstSeenAt: start,
  createdAt: stamp(0),
  verdict: 'open',
  money: 'unknown',
  unnotified: [],
  ...more,
});

interface Situation {
  readonly state?: IntentEntry['state'];
  readonly payments: readonly Partial<PaymentEntry>[];
  readonly checked?: readonly string[];
  /** Minutes since the payment was made, by the service's clock. */
  readonly minutes?: number;
}

function choose({ state = 'open', payments, checked = [], minutes }: Situation): IntentStep {
  const record: OrderRecord = {
    ...emptyRecord,
    intentCount: 1,
    intents: [{ ...intent('canceled'), number: 2, id: 'i2' }, intent(state)],
    payments: payments.map(payment),
  };
  const serviceTime = minutes === undefined ? undefined : start + minutes * minute;
  return chooseIntentStep(record, { order, checked, searched: [], serviceTime });
}

const summarize = (step: IntentStep) =>
  step.type === 'read-payment' || step.type === 'payment_open'
    ? `${step.type} ${step.paymentId}`
    : 'intent' in step
      ? `${step.type} ${step.intent.id}`
      : step.type;

describe('chooseIntentStep, of a payment that waits at the bank on an open intent', () => {
  const announced = [{ isAnnounced: true }] as const;
  const unannounced = [{}] as const;
  const table: readonly [title: string, situation: Situation, step: string][] = [
    [
      'reads the payment first, when a page announced it',
      { payments: announced, minutes: 9.99 },
      'read-payment p',
    ],
    [
      'believes the announced payment for ten minutes',
      { payments: announced, checked: ['p'], minutes: 9.99 },
      'payment_open p',
    ],
    [
      'reads the intent from ten minutes on, whatever was announced',
      { payments: announced, minutes: 10 },
      'read-intent i1',
    ],
    [
      'reads the intent from ten minutes on, also when the payment was read',
      { payments: announced, checked: ['p'], minutes: 10 },
      'read-intent i1',
    ],
    [
      'reads the payment without the time of the service, when it was announced',
      { payments: announced },
      'read-payment p',
    ],
    [
      'reads the intent without the time of the service, when the payment was read',
      { payments: announced, checked: ['p'] },
      'read-intent i1',
    ],
    [
      'reads the intent of a payment that nobody announced',
      { payments: unannounced, minutes: 1 },
      'read-intent i1',
    ],
    [
      'hands the intent out again that is shown unused',
      { payments: unannounced, checked: ['i1'], minutes: 1 },
      'reuse-intent i1',
    ],
    [
      'reads the payment of a used intent',
      { state: 'used', payments: unannounced, minutes: 1 },
      'read-payment p',
    ],
    [
      'waits for the payment of a used intent for an hour',
      { state: 'used', payments: unannounced, checked: ['p'], minutes: 59.99 },
      'payment_open p',
    ],
    [
      'does not wait for the payment of a canceled intent',
      { state: 'canceled', payments: unannounced, minutes: 1 },
      'create-intent',
    ],
    [
      'does not wait for a payment of no known intent when an hour is over',
      { payments: [{ intent: 9 }], checked: ['p'], minutes: 60 },
      'retire-intent i1',
    ],
    [
      'waits for a payment of no known intent',
      { payments: [{ intent: 9 }], checked: ['p'], minutes: 1 },
      'payment_open p',
    ],
    [
      'asks no intent when the payment is of none that is known',
      { payments: [{ intent: 9 }], minutes: 20 },
      'read-payment p',
    ],
  ];
  for (const [title, situation, step] of table)
    it(title, () => assert.equal(summarize(choose(situation)), step));
});

describe('chooseIntentStep, of announced payments that the service has not shown', () => {
  const one = { verdict: 'announced', isAnnounced: true } as const;
  const table: readonly [title: string, situation: Situation, step: string][] = [
    ['reads the only one', { payments: [one], minutes: 1 }, 'read-payment p'],
    [
      'reads the intent when there are two',
      { payments: [one, { ...one, id: 'q' }], minutes: 1 },
      'read-intent i1',
    ],
    [
      'reads the intent when the only one was read',
      { payments: [one], checked: ['p'], minutes: 1 },
      'read-intent i1',
    ],
    [
      'hands the intent out that is shown unused',
      { payments: [one], checked: ['i1'], minutes: 1 },
      'reuse-intent i1',
    ],
    [
      'retires the intent that has expired',
      { payments: [one], checked: ['p'], minutes: 60 },
      'retire-intent i1',
    ],
    [
      'waits for the last of two when the intent has expired and is shown unused',
      { payments: [one, { ...one, id: 'q' }], checked: ['i1'], minutes: 60 },
      'payment_open q',
    ],
    [
      'waits for the last of two that may have used the intent',
      { state: 'used', payments: [one, { ...one, id: 'q' }], checked: ['p', 'q'], minutes: 1 },
      'payment_open q',
    ],
    [
      'searches for the payment of a used intent when the payer gave the only one up, and another was shown',
      {
        state: 'used',
        payments: [
          { ...one, isReleased: true },
          { id: 's', verdict: 'failed', money: 'none' },
        ],
        checked: ['p'],
        minutes: 1,
      },
      'search-payment i1',
    ],
  ];
  for (const [title, situation, step] of table)
    it(title, () => assert.equal(summarize(choose(situation)), step));
});
