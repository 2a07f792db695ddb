import type { Check } from '../run.js';
import { createGivenId, fieldOf, type Session, textOf } from '../session.js';
import { buildCard, cards, describeAnswer, directCall, pay, refusedFields } from '../steps.js';

/** An invoice of less than the service takes, which is refused for one field. */
const refusedInvoice = (session: Session) =>
  session.call({
    method: 'POST',
    path: '/invoices',
    body: { amount: 99, currency: 'SAR', description: 'pay-checkout doctor' },
  });

const listMeta = ['current_page', 'next_page', 'prev_page', 'total_count', 'total_pages'];

/** One field of a card that is wrong, and the field that the error should name. */
const wrongCards = {
  number: { number: '4111111111111112' },
  month: { month: '13' },
  cvc: { cvc: '12' },
  year: { year: String(new Date().getFullYear() - 1) },
  name: { name: '' },
} as const;

/** The forms of errors, lists and preflights. */
export const answerChecks: readonly Check[] = [
  {
    id: 'error.field',
    what: 'The form of a refused field',
    expected: '400 validation_error, a message, errors.amount as a list',
    decision: 'fieldRefusal',
    async run(session) {
      const { status, body } = await refusedInvoice(session);
      const problem = fieldOf(body, 'errors.amount');
      const form = Array.isArray(problem) ? 'a list' : typeof problem;
      const message = textOf(body, 'message') ? 'a message' : 'no message';
      return `${status} ${textOf(body, 'type')}, ${message}, errors.amount as ${form}`;
    },
  },
  {
    id: 'error.state',
    what: 'The form of a refused operation',
    expected: '400 invalid_request_error, a message, errors null',
    async run(session) {
      const { id } = await pay(session);
      const { status, body } = await session.call({
        method: 'POST',
        path: `/payments/${String(id)}/capture`,
      });
      const message = textOf(body, 'message') ? 'a message' : 'no message';
      return `${status} ${textOf(body, 'type')}, ${message}, errors ${JSON.stringify(body['errors'])}`;
    },
  },
  {
    id: 'error.unknown-id',
    what: 'The read of a payment that does not exist',
    expected: '404 record_not_found',
    decision: 'unknownId',
    run: async (session) => describeAnswer(await session.call({ path: `/payments/${createGivenId()}` })),
  },
  {
    id: 'error.wrong-method',
    what: 'The status for a wrong method on a known path',
    expected: '405',
    decision: 'wrongMethod',
    run: async (session) =>
      String((await session.call({ method: 'DELETE', path: `/payments/${createGivenId()}` })).status),
  },
  {
    id: 'error.unknown-path',
    what: 'A path that does not exist',
    expected: '404, a type',
    async run(session) {
      const { status, body } = await session.call({ path: '/doctor' });
      return `${status}, ${textOf(body, 'type') ? 'a type' : 'no type'}`;
    },
  },
  {
    id: 'error.wrong-key',
    what: 'The read of a payment with a publishable key',
    expected: '403 api_error',
    decision: 'forbiddenKey',
    run: async (session) =>
      describeAnswer(await session.call({ path: `/payments/${createGivenId()}`, key: 'publishable' })),
  },
  {
    id: 'error.no-key',
    what: 'A request without a key',
    expected: '401 authentication_error',
    run: async (session) =>
      describeAnswer(await session.call({ path: `/payments/${createGivenId()}`, key: 'none' })),
  },
  {
    id: 'error.card-keys',
    what: 'The name of a card’s field in an error',
    expected: 'source.number',
    decision: 'cardErrorKeys',
    async run(session) {
      const source = buildCard('4111111111111112');
      const { body } = await session.call(directCall({ source }));
      return Object.keys(Object(body['errors']) as object).join(', ');
    },
  },
  ...Object.entries(wrongCards).map(([field, wrong]): Check => ({
    id: `error.card-${field}`,
    what: `A card with a wrong \`${field}\``,
    expected: `400 for ${field}`,
    async run(session) {
      const answer = await session.call(directCall({ source: buildCard(undefined, wrong) }));
      // A service may name further fields, such as the month of a year that has passed.
      return refusedFields(answer).includes(field) ? `${answer.status} for ${field}` : describeAnswer(answer);
    },
  })),
  {
    id: 'answer.date',
    what: 'The header `Date` of an answer',
    expected: 'given',
    async run(session) {
      const { headers } = await session.call({ path: `/payments/${createGivenId()}` });
      return Number.isNaN(Date.parse(headers.get('date') ?? '')) ? 'absent' : 'given';
    },
  },
  {
    id: 'preflight',
    what: 'The headers that pages of other origins may send to the addresses of a payment',
    expected: 'authorization, content-type, x-moyasar-form-version',
    decision: 'crossOrigin',
    async run(session) {
      const wanted = ['authorization', 'content-type', 'x-moyasar-form-version'];
      const origin = 'http://localhost:3000';
      let allowed: readonly string[] = wanted;
      // Apple's session and the code of STC Pay are sent without a key.
      const keyless = ['/applepay/initiate', `/stc_pays/${createGivenId()}/proceed?otp_token=none`];
      const paths = [`/payment_intents/${createGivenId()}/fulfill`, '/payments', '/tokens', ...keyless];
      for (const path of paths) {
        const { headers } = await session.call({
          method: 'OPTIONS',
          path,
          key: 'none',
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': wanted.join(','),
          },
        });
        const isOpen = ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');
        const names = (headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/\s*,\s*/);
        // A star does not cover the header `Authorization`.
        allowed = allowed.filter(
          (name) =>
            isOpen &&
            (names.includes(name) ||
              (name === 'authorization' ? keyless.includes(path) : names.includes('*'))),
        );
      }
      return allowed.join(', ') || 'nothing';
    },
  },
  {
    id: 'list.meta',
    what: 'The fields of `meta` of a list',
    expected: listMeta.join(', '),
    async run(session) {
      const { body } = await session.must({ path: '/payments' });
      return Object.keys(Object(body['meta']) as object)
        .sort()
        .join(', ');
    },
  },
  {
    id: 'list.total-count',
    what: '`total_count` of a list',
    expected: 'a number',
    decision: 'totalCount',
    async run(session) {
      const { body } = await session.must({ path: '/payments' });
      return typeof fieldOf(body, 'meta.total_count') === 'number' ? 'a number' : 'null or absent';
    },
  },
  {
    id: 'list.page',
    what: 'The entries on a page of a list with more of them',
    expected: '40',
    decision: 'listPageSize',
    async run(session) {
      const { body } = await session.must({ path: '/payments' });
      const { length } = body['payments'] as readonly unknown[];
      return fieldOf(body, 'meta.next_page') === null ? undefined : String(length);
    },
  },
  {
    id: 'list.empty',
    what: '`total_pages` of a list without entries',
    expected: '1',
    async run(session) {
      const { body } = await session.must({ path: `/payments?id=${createGivenId()}` });
      return JSON.stringify(fieldOf(body, 'meta.total_pages'));
    },
  },
  {
    id: 'list.newest',
    what: 'The list right after a payment',
    expected: 'the payment is first',
    async run(session) {
      const { id } = await pay(session);
      const { body } = await session.must({ path: '/payments' });
      const place = (body['payments'] as readonly object[]).findIndex(
        (payment) => textOf(payment, 'id') === id,
      );
      return place === 0 ? 'the payment is first' : place < 0 ? 'without it' : `in place ${place + 1}`;
    },
  },
  ...(
    [
      ['metadata', 'metadata[doctor]', (payment) => textOf(payment, 'metadata.doctor')],
      ['last-digits', 'card_last_digits', (payment) => textOf(payment, 'source.number').slice(-4)],
      ['receipt', 'receipt_no', (payment) => textOf(payment, 'source.reference_number')],
    ] as const satisfies readonly (readonly [string, string, (payment: object) => string])[]
  ).map(([name, parameter, valueOf]): Check => ({
    id: `list.by-${name}`,
    what: `A list by \`${parameter}\``,
    expected: 'payments with it alone',
    async run(session) {
      const value = valueOf(
        await session.share('marked payment', () =>
          pay(session, {
            metadata: { doctor: createGivenId() },
            source: buildCard(cards.visa.withoutChallenge),
          }),
        ),
      );
      // A payment may be without a receipt number.
      if (value === '') return undefined;
      const { body } = await session.must({
        path: `/payments?${new URLSearchParams({ [parameter]: value }).toString()}`,
      });
      const values = (body['payments'] as readonly object[]).map(valueOf);
      if (values.length === 0) return 'no payment';
      return values.every((each) => each === value) ? 'payments with it alone' : 'others too';
    },
  })),
];
