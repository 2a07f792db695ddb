import { payWithChallenge } from '../challenge.js';
import { authResults } from '../../../../testing/test-cards.js';
import type { Check } from '../run.js';
import { type Session, textOf } from '../session.js';
import { cards, buildCard, describeEmpty, pay, loadPayment } from '../steps.js';

/** The payment after one answer. Each answer is given once in a run. */
const answered = (session: Session, answer: string) =>
  session.share(`challenge ${answer}`, () =>
    payWithChallenge(session, buildCard(cards.visa.approved), answer),
  );

const { authenticated: _, ...failingResults } = authResults;
const failing = Object.values(failingResults);

export const challengeChecks: readonly Check[] = [
  {
    id: 'challenge.pages',
    what: 'The pages from `transaction_url` to the shop',
    expected: 'prepare, authenticate, acs_emulator, set_auth_result, acs_return',
    run: async (session) => (await answered(session, authResults['not-authenticated'])).steps.join(', '),
  },
  {
    id: 'challenge.return',
    what: 'The parameters of the return page, with its own ones',
    expected: 'amount, id, message, order, status',
    run: async (session) =>
      [...(await answered(session, authResults['not-authenticated'])).back.searchParams.keys()]
        .sort()
        .join(', '),
  },
  ...failing.map((answer): Check => ({
    id: `challenge.${answer.toLowerCase().replaceAll('_', '-')}`,
    what: `A payment whose challenge ended with ${answer}`,
    expected: 'failed',
    run: async (session) => String((await answered(session, answer)).payment['status']),
  })),
  {
    id: 'challenge.response-code',
    what: '`source.response_code` after a failed challenge',
    expected: 'null or absent',
    run: async (session) =>
      describeEmpty(
        (await answered(session, authResults['not-authenticated'])).payment,
        'source.response_code',
      ),
  },
  {
    id: 'challenge.failure-reason',
    what: '`failure_reason` after each failed challenge',
    expected: 'given 5 times',
    decision: 'failureReason',
    async run(session) {
      const payments = await Promise.all(failing.map((answer) => answered(session, answer)));
      return `given ${payments.filter(({ payment }) => textOf(payment, 'failure_reason')).length} times`;
    },
  },
  {
    id: 'challenge.frame',
    what: 'The challenge in a frame of another page',
    expected: 'allowed',
    async run(session) {
      const { source } = await pay(session, { source: buildCard(cards.visa.approved) });
      const { headers } = await session.call({ path: textOf(source, 'transaction_url') });
      const ancestors = /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
      const isOpen = ancestors === undefined || /(^|\s)(\*|https?:)(\s|$)/.test(ancestors);
      return isOpen && !headers.has('x-frame-options') ? 'allowed' : 'refused';
    },
  },
  {
    id: 'challenge.timeout',
    what: 'The end of a challenge that is left alone',
    expected: 'after 13 to 17 minutes',
    decision: 'challengeTimeout',
    isSlow: true,
    async run(session) {
      const { id } = await pay(session, { source: buildCard(cards.visa.approved) });
      const hasEnded = async () => (await loadPayment(session, id))['status'] !== 'initiated';
      return {
        minutes: 13,
        next: async () => {
          if (await hasEnded()) return 'before 13 minutes';
          return {
            minutes: 17,
            next: async () => ((await hasEnded()) ? 'after 13 to 17 minutes' : 'after 17 minutes'),
          };
        },
      };
    },
  },
  {
    id: 'challenge.timeout-message',
    what: 'A payment whose challenge was left alone',
    expected: 'failed: Allowed time frame for transaction has been expired.',
    isSlow: true,
    async run(session) {
      const { id } = await pay(session, { source: buildCard(cards.visa.approved) });
      return {
        minutes: 17,
        next: async () => {
          const { status, source } = await loadPayment(session, id);
          // `challenge.timeout` says so.
          if (status === 'initiated') return undefined;
          return `${String(status)}: ${textOf(source, 'message')}`;
        },
      };
    },
  },
];
