import type { Check } from '../run.js';
import type { Answer, Session } from '../session.js';
import { amount, buildCard, cards, describeAnswer, move, pay } from '../steps.js';

const part = 50_000;

/** `200 refunded, refunded 50000`. */
const describeMove = (answer: Answer, field: 'captured' | 'refunded') =>
  answer.status < 300
    ? `${describeAnswer(answer)}, ${field} ${String(answer.body[field])}`
    : describeAnswer(answer);

/** Authorized, not captured. */
const authorize = async (session: Session) =>
  (await pay(session, { source: buildCard(cards.visa.withoutChallenge, { manual: true }) }))['id'];

const payOnce = async (session: Session) => (await pay(session))['id'];

const refusal = '400 invalid_request_error';

export const operationChecks: readonly Check[] = [
  {
    id: 'capture.part',
    what: 'The capture of a part',
    expected: `200 captured, captured ${part}`,
    run: async (session) =>
      describeMove(await move(session, await authorize(session), 'capture', part), 'captured'),
  },
  {
    id: 'capture.again',
    what: 'A second capture of what is left',
    expected: refusal,
    async run(session) {
      const id = await authorize(session);
      await move(session, id, 'capture', part);
      return describeAnswer(await move(session, id, 'capture', part));
    },
  },
  {
    id: 'capture.paid',
    what: 'The capture of a payment that is paid',
    expected: refusal,
    run: async (session) => describeAnswer(await move(session, await payOnce(session), 'capture')),
  },
  {
    id: 'refund.part',
    what: 'The refund of a part',
    expected: `200 refunded, refunded ${part}`,
    run: async (session) =>
      describeMove(await move(session, await payOnce(session), 'refund', part), 'refunded'),
  },
  {
    id: 'refund.again',
    what: 'A second refund of a part',
    expected: `200 refunded, refunded ${2 * part}`,
    decision: 'secondRefund',
    async run(session) {
      const id = await payOnce(session);
      await move(session, id, 'refund', part);
      return describeMove(await move(session, id, 'refund', part), 'refunded');
    },
  },
  {
    id: 'refund.too-much',
    what: 'A refund of more than the amount',
    expected: '400',
    run: async (session) =>
      String((await move(session, await payOnce(session), 'refund', amount + 1)).status),
  },
  {
    id: 'refund.more-than-captured',
    what: 'A refund of more than the captured part',
    expected: '400',
    async run(session) {
      const id = await authorize(session);
      await move(session, id, 'capture', part);
      return String((await move(session, id, 'refund', part + 1)).status);
    },
  },
  {
    id: 'refund.whole-again',
    what: 'The refund of a payment that is refunded as a whole',
    expected: refusal,
    async run(session) {
      const id = await payOnce(session);
      await move(session, id, 'refund');
      return describeAnswer(await move(session, id, 'refund'));
    },
  },
  {
    id: 'void.paid',
    what: 'The void of a payment that is paid',
    expected: '200 voided',
    run: async (session) => describeAnswer(await move(session, await payOnce(session), 'void')),
  },
  {
    id: 'void.authorized',
    what: 'The void of a payment that is authorized',
    expected: '200 voided',
    run: async (session) => describeAnswer(await move(session, await authorize(session), 'void')),
  },
  {
    id: 'void.captured',
    what: 'The void of a payment that is captured, and `captured` afterwards',
    expected: `200 voided, captured ${amount}`,
    decision: 'voidOfCaptured',
    async run(session) {
      const id = await authorize(session);
      await move(session, id, 'capture');
      return describeMove(await move(session, id, 'void'), 'captured');
    },
  },
  {
    id: 'void.again',
    what: 'The void of a payment that is voided',
    expected: refusal,
    async run(session) {
      const id = await payOnce(session);
      await move(session, id, 'void');
      return describeAnswer(await move(session, id, 'void'));
    },
  },
  {
    id: 'void.refunded',
    what: 'The void of a payment that is refunded in part',
    expected: refusal,
    async run(session) {
      const id = await payOnce(session);
      await move(session, id, 'refund', part);
      return describeAnswer(await move(session, id, 'void'));
    },
  },
  {
    id: 'void.late',
    what: 'The void of a payment that was paid more than two hours ago',
    expected: refusal,
    decision: 'voidWindow',
    isSlow: true,
    async run(session) {
      const id = await payOnce(session);
      return { minutes: 125, next: async () => describeAnswer(await move(session, id, 'void')) };
    },
  },
];
