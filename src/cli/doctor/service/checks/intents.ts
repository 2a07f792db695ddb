import type { Check } from '../run.js';
import { type Call, createGivenId, type Session, textOf } from '../session.js';
import {
  amount,
  cards,
  buildCard,
  makeIntent,
  describeAnswer,
  directCall,
  sendFulfilment,
  fulfilCall,
  pay,
  loadIntent,
} from '../steps.js';

const madeUpSecret = `pi_secret_${'0'.repeat(32)}`;

const describeIntent = (body: object) => `the intent is ${textOf(body, 'status')}`;

/** One intent pays once, and the id that is sent names the payment: the promise of one charge rests on these. */
export const intentChecks: readonly Check[] = [
  {
    id: 'intent.wrong-secret',
    what: 'The status for a wrong `client_secret`, and the intent afterwards',
    expected: '403, the intent is created',
    decision: 'wrongSecret',
    async run(session) {
      const intent = await makeIntent(session);
      const { status } = await sendFulfilment(session, intent, { client_secret: madeUpSecret });
      return `${status}, ${describeIntent((await loadIntent(session, intent)).body)}`;
    },
  },
  {
    id: 'intent.refused-card',
    what: 'An intent after a card that the service refused before the bank',
    expected: '400 for number, the intent is created',
    async run(session) {
      const intent = await makeIntent(session);
      const answer = await sendFulfilment(session, intent, { source: buildCard('4111111111111112') });
      return `${describeAnswer(answer)}, ${describeIntent((await loadIntent(session, intent)).body)}`;
    },
  },
  {
    id: 'intent.declined-card',
    what: 'An intent after a card that the bank declined',
    expected: '201 failed, the intent is fulfilled',
    async run(session) {
      const intent = await makeIntent(session);
      const answer = await sendFulfilment(session, intent, { source: buildCard(unlistedCard) });
      return `${describeAnswer(answer)}, ${describeIntent((await loadIntent(session, intent)).body)}`;
    },
  },
  {
    id: 'intent.second-payment',
    what: 'A second payment on a used intent, with a new `given_id`',
    expected: '400 intent_not_fulfillable',
    async run(session) {
      const intent = await makeIntent(session);
      await session.must(fulfilCall(intent));
      return describeAnswer(await sendFulfilment(session, intent));
    },
  },
  {
    id: 'intent.two-at-once',
    what: 'Two payments on one intent at the same time',
    expected: '201 paid and 400 intent_not_fulfillable',
    async run(session) {
      const intent = await makeIntent(session);
      const answers = await session.callBoth(fulfilCall(intent), fulfilCall(intent));
      return answers.map(describeAnswer).sort().join(' and ');
    },
  },
  {
    id: 'intent.refusal-place',
    what: 'The place of `intent_not_fulfillable` in the error',
    expected: 'type',
    decision: 'intentRefusal',
    async run(session) {
      const { body } = await session.call(await usedIntent(session));
      const isNamed = (field: string) => textOf(body, field).includes('intent_not_fulfillable');
      return ['type', 'message'].find(isNamed) ?? 'nowhere';
    },
  },
  {
    id: 'intent.cancel-used',
    what: 'The cancelation of a used intent',
    expected: '400 intent_not_cancelable',
    async run(session) {
      const { path } = await usedIntent(session);
      return describeAnswer(await session.call({ method: 'POST', path: path.replace(/fulfill$/, 'cancel') }));
    },
  },
  {
    id: 'intent.fulfil-canceled',
    what: 'A payment on a canceled intent',
    expected: '400 intent_not_fulfillable',
    async run(session) {
      const intent = await makeIntent(session);
      await session.must({ method: 'POST', path: `/payment_intents/${intent.id}/cancel` });
      return describeAnswer(await sendFulfilment(session, intent));
    },
  },
  {
    id: 'intent.by-secret-alone',
    what: '`POST /payments` with a `client_secret`, without the id of the intent',
    expected: `201 paid, amount ${amount}`,
    decision: 'fulfilBySecret',
    async run(session) {
      const intent = await makeIntent(session);
      const answer = await session.call({ ...fulfilCall(intent), path: '/payments' });
      const paid = answer.body['amount'];
      return typeof paid === 'number' ? `${describeAnswer(answer)}, amount ${paid}` : describeAnswer(answer);
    },
  },
  {
    id: 'intent.time-of-use',
    what: 'The time between `fulfilled_at` of an intent and `created_at` of its payment',
    expected: 'two seconds at most',
    async run(session) {
      const intent = await makeIntent(session);
      const { body } = await session.must(fulfilCall(intent));
      const used = Date.parse(textOf((await loadIntent(session, intent)).body, 'fulfilled_at'));
      const seconds = Math.abs(Date.parse(textOf(body, 'created_at')) - used) / 1000;
      return seconds <= 2 ? 'two seconds at most' : `${seconds} seconds`;
    },
  },
  {
    id: 'intent.expired',
    what: 'A payment on an intent after its hour, and the intent afterwards',
    expected: '400 intent_not_fulfillable, the intent is created',
    isSlow: true,
    async run(session) {
      const intent = await makeIntent(session);
      return {
        minutes: 62,
        next: async () => {
          const answer = describeAnswer(await sendFulfilment(session, intent));
          return `${answer}, ${describeIntent((await loadIntent(session, intent)).body)}`;
        },
      };
    },
  },
  {
    id: 'given-id.taken',
    what: 'The id of a payment that was made with a `given_id`',
    expected: 'the given one',
    decision: 'givenId',
    async run(session) {
      const given = createGivenId();
      const { id } = await pay(session, { given_id: given });
      return id === given ? 'the given one' : 'another one';
    },
  },
  {
    id: 'given-id.repeated',
    what: 'A payment on a new intent with the `given_id` of a payment that exists',
    expected: '400 used_given_id, the intent is created',
    decision: 'repeatedGivenId',
    async run(session) {
      const given = createGivenId();
      const { id } = await pay(session, { given_id: given });
      // Without ids of ours nothing can be repeated.
      if (id !== given) return undefined;
      const intent = await makeIntent(session);
      const answer = await sendFulfilment(session, intent, { given_id: given });
      return `${describeAnswer(answer)}, ${describeIntent((await loadIntent(session, intent)).body)}`;
    },
  },
  {
    id: 'given-id.refusal-order',
    what: 'The first refusal if both the intent and the `given_id` are used',
    expected: 'the refusal of the given_id',
    decision: 'refusalOrder',
    async run(session) {
      const intent = await makeIntent(session);
      const given = createGivenId();
      const { body } = await session.must(fulfilCall(intent, { given_id: given }));
      if (body['id'] !== given) return undefined;
      const ofId = await sendFulfilment(session, await makeIntent(session), { given_id: given });
      const ofIntent = await sendFulfilment(session, intent);
      const ofBoth = describeAnswer(await sendFulfilment(session, intent, { given_id: given }));
      const [first, second] = [ofId, ofIntent].map(describeAnswer);
      // Equal refusals have no order.
      if (first === second) return undefined;
      if (ofBoth === first) return 'the refusal of the given_id';
      return ofBoth === second ? 'the refusal of the intent' : ofBoth;
    },
  },
  {
    id: 'given-id.refused-payment',
    what: 'The `given_id` of a request that was refused, sent once more',
    expected: '201 paid',
    async run(session) {
      const intent = await makeIntent(session);
      const given = createGivenId();
      await sendFulfilment(session, intent, { given_id: given, source: buildCard('4111111111111112') });
      return describeAnswer(await sendFulfilment(session, intent, { given_id: given }));
    },
  },
  {
    id: 'given-id.version',
    what: 'A `given_id` that is a UUID of version 1',
    expected: '400 for given_id',
    async run(session) {
      const id = createGivenId();
      return describeAnswer(
        await session.call(directCall({ given_id: `${id.slice(0, 14)}1${id.slice(15)}` })),
      );
    },
  },
];

/** Passes the check digit and is none of the test cards. */
const unlistedCard = '4000000000000002';

/** A payment on an intent that is used, ready to be sent. */
async function usedIntent(session: Session): Promise<Call> {
  const intent = await session.share('used intent', async () => {
    const made = await makeIntent(session);
    await session.must(fulfilCall(made, { source: buildCard(cards.visa.withoutChallenge) }));
    return made;
  });
  return fulfilCall(intent);
}
