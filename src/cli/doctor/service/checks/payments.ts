import { testCards } from '../../../../testing/test-cards.js';
import type { Check } from '../run.js';
import { payWithChallenge } from '../challenge.js';
import { type Session, textOf } from '../session.js';
import {
  cards,
  buildCard,
  makeIntent,
  describeAnswer,
  describeEmpty,
  describeField,
  directCall,
  fulfilCall,
  sendFulfilment,
  pay,
} from '../steps.js';

const paidPayment = (session: Session) => session.share('paid payment', () => pay(session));

const waitingPayment = (session: Session) =>
  session.share('waiting payment', () => pay(session, { source: buildCard(cards.visa.approved) }));

const passedPayment = (session: Session) =>
  session.share(
    'passed payment',
    async () => (await payWithChallenge(session, buildCard(cards.visa.approved))).payment,
  );

/** A row about one field of a payment. */
const fieldCheck = (
  id: string,
  what: string,
  expected: string,
  load: (session: Session) => Promise<object>,
  describe: (payment: object) => string,
): Check => ({ id, what, expected, run: async (session) => describe(await load(session)) });

const networks = Object.keys(testCards) as readonly (keyof typeof testCards)[];

export const paymentChecks: readonly Check[] = [
  ...networks.map((network): Check => ({
    id: `card.${network}`,
    what: `The approved test card of ${network}, after the challenge`,
    expected: `paid 00 ${network}`,
    async run(session) {
      const { status, source } =
        network === 'visa'
          ? await passedPayment(session)
          : (await payWithChallenge(session, buildCard(cards[network].approved))).payment;
      return [status, textOf(source, 'response_code'), textOf(source, 'company')].join(' ');
    },
  })),
  {
    id: 'card.declined',
    what: 'A test card without money, after the challenge',
    expected: 'failed 51 INSUFFICIENT FUNDS',
    async run(session) {
      const { payment } = await payWithChallenge(session, buildCard(cards.mada.insufficientFunds));
      const parts = ['response_code', 'message'].map((name) => textOf(payment['source'], name));
      return [payment['status'], ...parts].join(' ');
    },
  },
  fieldCheck(
    'payment.mask',
    'The form of the masked number',
    '"0000-00XX-XXXX-0000"',
    paidPayment,
    (payment) => describeField(payment, 'source.number').replace(/\d/g, '0'),
  ),
  fieldCheck(
    'payment.gateway-id',
    'The form of `gateway_id`',
    'moyasar_cc_ and 23 characters',
    paidPayment,
    (payment) => {
      const [, rest] = /^moyasar_cc_(\w+)$/.exec(textOf(payment, 'source.gateway_id')) ?? [];
      return rest === undefined ? 'another form' : `moyasar_cc_ and ${rest.length} characters`;
    },
  ),
  fieldCheck('payment.format', 'The form of `amount_format`', '"1,234.56 SAR"', paidPayment, (payment) =>
    describeField(payment, 'amount_format'),
  ),
  {
    id: 'payment.format-decimals',
    what: 'The form of `amount_format` in a currency of three decimals',
    expected: '"123.456 KWD"',
    async run(session) {
      const intent = await makeIntent(session, { currency: 'KWD' }).catch(() => undefined);
      // Few accounts have such a currency.
      if (!intent) return undefined;
      return describeField((await session.must(fulfilCall(intent))).body, 'amount_format');
    },
  },
  fieldCheck('payment.captured', '`captured` of a payment that is paid', '0', paidPayment, (payment) =>
    describeField(payment, 'captured'),
  ),
  fieldCheck('payment.fee', 'The `fee` of a test payment', '0', paidPayment, (payment) =>
    describeField(payment, 'fee'),
  ),
  fieldCheck(
    'payment.token',
    '`source.token` of a payment that saves no card',
    'null or absent',
    paidPayment,
    (payment) => describeEmpty(payment, 'source.token'),
  ),
  {
    id: 'payment.transaction-url',
    what: '`source.transaction_url` of a payment that is settled after a challenge',
    expected: 'null or absent',
    decision: 'transactionUrl',
    run: async (session) => describeEmpty(await passedPayment(session), 'source.transaction_url'),
  },
  {
    id: 'payment.read-at-once',
    what: 'The read of a payment right after it was made',
    expected: '200 paid',
    async run(session) {
      const { id } = await pay(session);
      return describeAnswer(await session.call({ path: `/payments/${String(id)}` }));
    },
  },
  {
    id: 'payment.minimum',
    what: 'A payment without an intent, of less than 100',
    expected: '400 for amount',
    run: async (session) => describeAnswer(await session.call(directCall({ amount: 99 }))),
  },
  fieldCheck(
    'waiting.transaction-url',
    'The path of `source.transaction_url` before the challenge',
    '/v1/card_auth/…/prepare',
    waitingPayment,
    (payment) => {
      const isExpected = /^https?:\/\/[^/]+\/v1\/card_auth\/[^/]+\/prepare$/;
      // Another address may itself be a credential.
      return isExpected.test(textOf(payment, 'source.transaction_url'))
        ? '/v1/card_auth/…/prepare'
        : 'another path';
    },
  ),
  {
    id: 'waiting.host',
    what: 'The host of `source.transaction_url`',
    expected: 'the host of the service',
    async run(session) {
      const { host } = new URL(textOf(await waitingPayment(session), 'source.transaction_url'));
      return host === new URL(session.settings.baseUrl).host ? 'the host of the service' : 'another host';
    },
  },
  ...(['message', 'reference_number', 'response_code', 'token'] as const).map((name) =>
    fieldCheck(
      `waiting.${name.replace('_', '-')}`,
      `\`source.${name}\` before the challenge`,
      'null or absent',
      waitingPayment,
      (payment) => describeEmpty(payment, `source.${name}`),
    ),
  ),
  {
    id: 'waiting.saved-card',
    what: '`source.token` before the challenge of a payment that saves the card',
    expected: 'a token',
    async run(session) {
      const source = buildCard(cards.visa.approved, { save_card: true });
      const payment = await pay(session, { source });
      return /^token_/.test(textOf(payment, 'source.token'))
        ? 'a token'
        : describeEmpty(payment, 'source.token');
    },
  },
  {
    id: 'metadata.none',
    what: '`metadata` of a payment that was sent without',
    expected: 'null',
    run: async (session) => describeField(await paidPayment(session), 'metadata'),
  },
  {
    id: 'metadata.values',
    what: 'A text, a number and a boolean in `metadata`',
    expected: '"7", 7 and true',
    async run(session) {
      const payment = await pay(session, { metadata: { text: '7', number: 7, boolean: true } });
      const [text, number, boolean] = ['text', 'number', 'boolean'].map((name) =>
        describeField(payment, `metadata.${name}`),
      );
      return `${text}, ${number} and ${boolean}`;
    },
  },
  {
    id: 'metadata.at-the-limits',
    what: '30 keys of 40 characters with values of 500 characters',
    expected: 'kept',
    async run(session) {
      const metadata = Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [`${index}`.padStart(40, 'k'), 'v'.repeat(500)]),
      );
      const answer = await sendFulfilment(session, await makeIntent(session), { metadata });
      const kept = Object.entries(Object(answer.body['metadata']) as object).filter(
        ([key, value]) => key in metadata && value === 'v'.repeat(500),
      );
      if (answer.status !== 201) return describeAnswer(answer);
      return kept.length === 30 ? 'kept' : `${kept.length} kept`;
    },
  },
  {
    id: 'metadata.keys',
    what: '31 keys in `metadata`',
    expected: '400 for metadata',
    decision: 'metadataKeys',
    run: (session) =>
      payWithMetadata(
        session,
        Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`k${index}`, 'v'])),
      ),
  },
  {
    id: 'metadata.key-length',
    what: 'A key of 41 characters in `metadata`',
    expected: '400 for metadata',
    run: (session) => payWithMetadata(session, { ['k'.repeat(41)]: 'v' }),
  },
  {
    id: 'metadata.value-length',
    what: 'A value of 501 characters in `metadata`',
    expected: '400 for metadata',
    run: (session) => payWithMetadata(session, { k: 'v'.repeat(501) }),
  },
];

async function payWithMetadata(session: Session, metadata: object): Promise<string> {
  const answer = await sendFulfilment(session, await makeIntent(session), { metadata });
  // An error may name the key behind the field.
  return describeAnswer(answer).replace(/(for metadata)\b.*/, '$1');
}
