import { testCodes, testMobiles } from '../../../../sandbox/bank/test-values.js';
import type { Check, Later, Seen } from '../run.js';
import { type Answer, type Body, type Session, textOf } from '../session.js';
import {
  makeIntent,
  describeAnswer,
  loadIntent,
  loadPayment,
  type MadeIntent,
  move,
  sendFulfilment,
} from '../steps.js';

interface StcPay {
  readonly intent: MadeIntent;
  readonly answer: Answer;
}

/** A payment by STC Pay on a new intent. */
async function start(session: Session, mobile: string, intentFields: Body = {}): Promise<StcPay> {
  const intent = await makeIntent(session, intentFields);
  return { intent, answer: await sendFulfilment(session, intent, { source: { type: 'stcpay', mobile } }) };
}

/** Sees something of a payment that waits for its code; nothing if the account has no STC Pay. */
async function seeWaiting(
  session: Session,
  see: (payment: Body) => Promise<Seen | Later>,
): Promise<Seen | Later> {
  const { answer } = await start(session, testMobiles.accepted);
  return answer.status < 300 ? see(answer.body) : undefined;
}

const sendCode = (session: Session, payment: Body, code: string): Promise<Answer> =>
  session.call({
    method: 'POST',
    path: textOf(payment, 'source.transaction_url'),
    body: { otp_value: code },
  });

const statusOf = async (session: Session, { id }: Body): Promise<string> =>
  textOf(await loadPayment(session, id), 'status');

/** The ways to pay without a card: who may confirm a payment by STC Pay, how often, and until when. */
export const methodChecks: readonly Check[] = [
  {
    id: 'stc-pay.waiting',
    what: 'A payment by STC Pay, and the host of its `source.transaction_url`',
    expected: 'initiated, the host of the service',
    run: (session) =>
      seeWaiting(session, async (payment) => {
        const { host } = new URL(textOf(payment, 'source.transaction_url'));
        const isOwn = host === new URL(session.settings.baseUrl).host;
        return `${textOf(payment, 'status')}, ${isOwn ? 'the host of the service' : 'another host'}`;
      }),
  },
  {
    id: 'stc-pay.refused-mobile',
    what: 'An intent after a mobile number that STC Pay refused',
    expected: '201 failed, the intent is fulfilled',
    decision: 'refusedMobile',
    async run(session) {
      const { intent, answer } = await start(session, testMobiles.notRegistered);
      if (answer.status >= 300) return undefined;
      return `${describeAnswer(answer)}, the intent is ${textOf((await loadIntent(session, intent)).body, 'status')}`;
    },
  },
  {
    id: 'stc-pay.malformed-mobile',
    what: 'A mobile number of another country',
    expected: '400 for mobile',
    run: async (session) => describeAnswer((await start(session, '+971512345678')).answer),
  },
  {
    id: 'stc-pay.currency',
    what: 'A payment by STC Pay in another currency than SAR',
    expected: '400 for currency',
    run: async (session) =>
      describeAnswer((await start(session, testMobiles.accepted, { currency: 'USD' })).answer),
  },
  {
    id: 'stc-pay.code',
    what: 'The code that pays, without a key, and the next code',
    expected: '200 paid, then 400 invalid_request_error',
    run: (session) =>
      seeWaiting(session, async (payment) => {
        const first = await sendCode(session, payment, testCodes.paid);
        const next = await sendCode(session, payment, testCodes.paid);
        return `${describeAnswer(first)}, then ${describeAnswer(next)}`;
      }),
  },
  {
    id: 'stc-pay.wrong-code',
    what: 'A payment after a wrong code',
    expected: 'failed',
    decision: 'wrongCode',
    run: (session) =>
      seeWaiting(session, async (payment) => {
        await sendCode(session, payment, testCodes.wrong);
        return statusOf(session, payment);
      }),
  },
  {
    id: 'stc-pay.code-by-get',
    what: 'A payment after a GET with the code on its address',
    expected: 'paid',
    decision: 'codeByGet',
    run: (session) =>
      seeWaiting(session, async (payment) => {
        await session.call({
          path: `${textOf(payment, 'source.transaction_url')}&otp_value=${testCodes.paid}`,
        });
        return statusOf(session, payment);
      }),
  },
  {
    id: 'stc-pay.void-and-refund',
    what: 'A void of a payment by STC Pay, then its refund',
    expected: '400 invalid_request_error, then 200 refunded',
    run: (session) =>
      seeWaiting(session, async (payment) => {
        await sendCode(session, payment, testCodes.paid);
        const answers = [
          await move(session, payment['id'], 'void'),
          await move(session, payment['id'], 'refund'),
        ];
        return answers.map(describeAnswer).join(', then ');
      }),
  },
  {
    id: 'stc-pay.timeout',
    what: 'The end of a payment whose code never comes',
    expected: 'failed after 5 to 7 minutes',
    isSlow: true,
    run: (session) =>
      seeWaiting(session, async (payment) => ({
        minutes: 5,
        next: async () => {
          const early = await statusOf(session, payment);
          if (early !== 'initiated') return `${early} before 5 minutes`;
          const next = async () => `${await statusOf(session, payment)} after 5 to 7 minutes`;
          return { minutes: 7, next };
        },
      })),
  },
  {
    id: 'apple-pay.token',
    what: 'A token that is not of Apple',
    expected: '400 for token',
    async run(session) {
      const source = { type: 'applepay', token: btoa('not of Apple') };
      return describeAnswer(await sendFulfilment(session, await makeIntent(session), { source }));
    },
  },
];
