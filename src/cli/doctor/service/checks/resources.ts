import { authResults } from '../../../../testing/test-cards.js';
import { payWithChallenge, walkChallenge } from '../challenge.js';
import type { Check } from '../run.js';
import { isLoopback } from '../../../../wire/url.js';
import { type Body, type Session, textOf } from '../session.js';
import {
  callbackUrl,
  cards,
  buildCard,
  describeAnswer,
  describeEmpty,
  directCall,
  move,
  pay,
} from '../steps.js';

const createInvoice = (session: Session, fields: Body = {}) =>
  session.call({
    method: 'POST',
    path: '/invoices',
    body: { amount: 100, currency: 'SAR', description: 'pay-checkout doctor', ...fields },
  });

const tokenCall = (fields: Body = {}, number: string = cards.visa.approved) => {
  const { type: _, ...card } = buildCard(number);
  return {
    method: 'POST',
    path: '/tokens',
    key: 'publishable',
    body: { ...card, callback_url: callbackUrl, ...fields },
  } as const;
};

const madeToken = (session: Session) =>
  session.share('token', async () => (await session.must(tokenCall())).body);

/** Active: the payer has passed the challenge. */
const activeToken = (session: Session) =>
  session.share('active token', async () => {
    const { id, verification_url: address } = await madeToken(session);
    await walkChallenge(session, String(address), authResults.authenticated, callbackUrl);
    return (await session.must({ path: `/tokens/${String(id)}` })).body;
  });

/** Where messages go and nothing listens. */
const receiverOf = ({ settings }: Session) =>
  isLoopback(new URL(settings.baseUrl).hostname) ? 'http://127.0.0.1:9/' : 'https://doctor.invalid/';

const registerWebhook = (session: Session, events: readonly string[]) =>
  session.must({
    method: 'POST',
    path: '/webhooks',
    body: { http_method: 'post', url: receiverOf(session), shared_secret: 'a secret of the doctor', events },
  });

/** Long enough for a message to be sent, and tried in vain. */
const mostReads = 20;

export const resourceChecks: readonly Check[] = [
  {
    id: 'invoice.minimum',
    what: 'Invoices of 99 and of 100',
    expected: '400 for amount, 201 initiated',
    async run(session) {
      const small = await createInvoice(session, { amount: 99 });
      return `${describeAnswer(small)}, ${describeAnswer(await createInvoice(session))}`;
    },
  },
  {
    id: 'invoice.past',
    what: 'An invoice whose `expired_at` has passed',
    expected: '400 for expired_at',
    run: async (session) =>
      describeAnswer(await createInvoice(session, { expired_at: '2020-01-01T00:00:00.000Z' })),
  },
  {
    id: 'invoice.date',
    what: 'The time of an `expired_at` that is a date alone',
    expected: '00:00:00 UTC of that day',
    async run(session) {
      const date = `${new Date().getFullYear() + 1}-01-31`;
      const { body } = await createInvoice(session, { expired_at: date });
      const time = Date.parse(textOf(body, 'expired_at'));
      return time === Date.parse(date) ? '00:00:00 UTC of that day' : 'another time';
    },
  },
  {
    id: 'invoice.loopback',
    what: 'An invoice whose `callback_url` is on localhost',
    expected: '201 initiated',
    run: async (session) =>
      describeAnswer(await createInvoice(session, { callback_url: 'http://localhost:3000/paid' })),
  },
  {
    id: 'invoice.cancel-again',
    what: 'A second cancelation of an invoice',
    expected: '400 invalid_request_error',
    async run(session) {
      const { body } = await createInvoice(session);
      const call = { method: 'POST', path: `/invoices/${textOf(body, 'id')}/cancel` } as const;
      await session.must(call);
      return describeAnswer(await session.call(call));
    },
  },
  {
    id: 'invoice.declined',
    what: 'An invoice after a declined payment',
    expected: 'initiated, 1 payment',
    async run(session) {
      const { body } = await createInvoice(session);
      const invoice = textOf(body, 'id');
      await session.must(
        directCall({ amount: 100, invoice_id: invoice, source: buildCard('4000000000000002') }),
      );
      const read = (await session.must({ path: `/invoices/${invoice}` })).body;
      const { length } = (read['payments'] ?? []) as readonly unknown[];
      return `${String(read['status'])}, ${length} payment${length === 1 ? '' : 's'}`;
    },
  },
  {
    id: 'invoice.refunded',
    what: 'An invoice after its payment, and after the refund',
    expected: 'paid, then refunded',
    async run(session) {
      const invoice = textOf((await createInvoice(session)).body, 'id');
      const loadStatus = async () =>
        textOf((await session.must({ path: `/invoices/${invoice}` })).body, 'status');
      const { id } = (await session.must(directCall({ amount: 100, invoice_id: invoice }))).body;
      const paid = await loadStatus();
      await move(session, id, 'refund');
      return `${paid}, then ${await loadStatus()}`;
    },
  },
  {
    id: 'token.made',
    what: 'A card that is saved without a payment',
    expected: 'initiated, with verification_url, year of 4 digits',
    async run(session) {
      const year = String((new Date().getFullYear() + 2) % 100);
      const { body } = await session.must(tokenCall({ year }));
      const address = textOf(body, 'verification_url') ? 'with' : 'without';
      return `${textOf(body, 'status')}, ${address} verification_url, year of ${textOf(body, 'year').length} digits`;
    },
  },
  {
    id: 'token.read',
    what: '`verification_url` of a saved card that is read',
    expected: 'null or absent',
    async run(session) {
      const { id } = await madeToken(session);
      return describeEmpty((await session.must({ path: `/tokens/${String(id)}` })).body, 'verification_url');
    },
  },
  {
    id: 'token.form',
    what: 'A card that is sent as a form',
    expected: '201 initiated',
    async run(session) {
      const { body, ...call } = tokenCall();
      const fields = Object.entries(body).map(([name, value]) => [name, String(value)] as [string, string]);
      return describeAnswer(await session.call({ ...call, body: new URLSearchParams(fields) }));
    },
  },
  {
    id: 'token.refused',
    what: 'The form of the refusal of a card that is to be saved',
    expected: '400 with message alone',
    async run(session) {
      const { status, body } = await session.call(tokenCall({}, '4111111111111112'));
      return `${status} with ${Object.keys(body).sort().join(', ')} alone`;
    },
  },
  {
    id: 'token.amex',
    what: 'An American Express card that is to be saved',
    expected: '400',
    run: async (session) => String((await session.call(tokenCall({}, cards.amex.approved))).status),
  },
  {
    id: 'token.active',
    what: 'A saved card after its challenge',
    expected: 'active',
    run: async (session) => textOf(await activeToken(session), 'status'),
  },
  {
    id: 'token.charge',
    what: 'A payment by an active token and the secret key',
    expected: '201 paid creditcard',
    decision: 'activeToken',
    async run(session) {
      const { id } = await activeToken(session);
      const source = { type: 'token', token: id };
      const answer = await session.call({ ...directCall({ source }), key: 'secret' });
      return `${describeAnswer(answer)} ${textOf(answer.body, 'source.type')}`.trim();
    },
  },
  {
    id: 'token.by-payment',
    what: 'The token of a payment that saves the card, after the challenge',
    expected: 'active',
    async run(session) {
      const source = buildCard(cards.visa.approved, { save_card: true });
      const { payment } = await payWithChallenge(session, source);
      const token = textOf(payment, 'source.token');
      return textOf((await session.must({ path: `/tokens/${token}` })).body, 'status');
    },
  },
  {
    id: 'token.deleted',
    what: 'The deletion of a saved card',
    expected: '204',
    async run(session) {
      const { body } = await session.must(tokenCall());
      return String((await session.call({ method: 'DELETE', path: `/tokens/${textOf(body, 'id')}` })).status);
    },
  },
  {
    id: 'webhook.registered',
    what: 'The status and the fields of a registered webhook',
    expected: '201: created_at, events, http_method, id, url',
    async run(session) {
      const { status, body } = await registerWebhook(session, ['payment_voided']);
      return `${status}: ${Object.keys(body).sort().join(', ')}`;
    },
  },
  {
    id: 'webhook.list',
    what: '`meta` of the list of webhooks',
    expected: 'absent',
    async run(session) {
      const { body } = await session.must({ path: '/webhooks' });
      return body['meta'] === undefined ? 'absent' : 'given';
    },
  },
  {
    id: 'webhook.deleted',
    what: 'The deletion of a webhook',
    expected: '200 with message',
    decision: 'webhookDeletion',
    async run(session) {
      const { body } = await registerWebhook(session, ['payment_voided']);
      const answer = await session.call({ method: 'DELETE', path: `/webhooks/${textOf(body, 'id')}` });
      const fields = Object.keys(answer.body).join(', ');
      return fields ? `${answer.status} with ${fields}` : String(answer.status);
    },
  },
  {
    id: 'webhook.attempt',
    what: 'The first attempt to deliver a webhook message',
    expected: 'retry_number 1, event_id and id differ',
    async run(session) {
      const { body } = await registerWebhook(session, ['payment_refunded']);
      const { id } = await pay(session);
      await move(session, id, 'refund');
      for (let reads = 0; reads < mostReads; reads++) {
        const list = await session.must({ path: `/webhooks/attempts?webhook_id=${textOf(body, 'id')}` });
        const attempt = (list.body['webhook_attempts'] as readonly Body[] | undefined)?.at(-1);
        if (attempt) {
          const ids = attempt['event_id'] === attempt['id'] ? 'are equal' : 'differ';
          return `retry_number ${String(attempt['retry_number'])}, event_id and id ${ids}`;
        }
        await session.clock.wait(1000);
      }
      return 'none within 20 seconds';
    },
  },
];
