import { expect } from 'chai';
import { describe, it } from 'node:test';
import type { CheckoutPayment } from '../../../src/element/checkout/payment.js';
import type { Clock } from '../../../src/element/checkout/ports.js';
import { getRetryDelay, StatusPoller } from '../../../src/element/checkout/status-poller.js';
import { Question, settle } from './world.js';

const source = { kind: 'url', url: 'https://shop.example/status' } as const;
const never = () => undefined;
/** Calls back at once, in place of waiting. */
const clock: Clock = {
  now: () => 0,
  random: () => 0,
  after: () => never,
  afterVisible: (_milliseconds, callback) => (callback(), never),
  whenOnline: (callback) => (callback(), never),
};

describe('an answer about a payment', () => {
  for (const [what, end] of [
    ['nobody asks any more', (poller: StatusPoller) => poller.stop()],
    [
      'another payment is asked about, after a stop',
      (poller: StatusPoller) => {
        poller.stop();
        poller.ask(source, 'p2', 0, never, never);
      },
    ],
    ['another payment is asked about', (poller: StatusPoller) => poller.ask(source, 'p2', 0, never, never)],
  ] as const) {
    it(`is not heard when ${what} meanwhile, and no failure either`, async () => {
      for (const answer of ['resolve', 'reject'] as const) {
        const questions: Question<CheckoutPayment | undefined>[] = [];
        const poller = new StatusPoller(clock, () => {
          questions.push(new Question());
          return questions.at(-1)!.promise;
        });
        let calls = 0;
        poller.ask(
          source,
          'p1',
          0,
          () => calls++,
          () => calls++,
        );
        end(poller);
        questions[0]![answer]({ id: 'p1', status: 'paid' });
        await settle();
        expect(calls).to.equal(0);
      }
    });
  }
});

it('takes off up to a fifth of a wait by chance', () => {
  expect(getRetryDelay(3, 1)).to.equal(3_200);
  expect(getRetryDelay(3, 0.5)).to.equal(3_600);
});
