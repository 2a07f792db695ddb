import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { publishableKey, secretKey } from '../../src/sandbox/index.js';
import { callback, source } from '../sandbox/shop.js';
import { id } from '../wire/values.js';
import { changed, otherTypes, show } from './body.js';
import type { Answer } from '../sandbox/shop.js';
import { cards, openService, refused, type Service } from './service.js';
import { payments } from './situations.js';
import * as tables from './tables/requests.js';

const shop = await openService();
/** Has no payments, so that nothing is ever sent to the addresses that are registered here. */
const listening = await openService();

/** The one operation that says by its message alone what is wrong with a field. */
const savedCards = 'POST /tokens';

/** Where a request goes, a body that is right, and where to see what it did. */
interface Subject {
  readonly path: string;
  readonly body: object;
  readonly seen?: string;
}

interface Operation {
  readonly method?: 'PUT';
  readonly fields: tables.RequestFields;
  /** Fields that nobody knows are ignored. */
  readonly open?: true;
  readonly key?: string;
  readonly service?: Service;
  readonly status: number;
  readonly subject: () => Promise<Subject>;
}

const split = { amount: 100, recipient_id: id, recipient_type: 'Entity', reference: 'r', description: 'd' };

const fulfilment = async (address: (id: string) => string): Promise<Subject> => {
  const intent = await shop.createIntent();
  const card = source(cards.paid, { manual: false, save_card: false });
  return {
    path: address(intent.id),
    seen: `payment_intents/${intent.id}`,
    body: {
      client_secret: intent.client_secret,
      source: card,
      metadata: { order: '7' },
      splits: [{ ...split, fee_source: true, refundable: true }],
    },
  };
};

const directly = async (): Promise<Subject> => ({
  path: '/v1/payments',
  body: {
    amount: 10_000,
    currency: 'SAR',
    description: 'Order 7',
    callback_url: callback,
    source: source(cards.paid, { manual: false, save_card: false }),
    metadata: { order: '7' },
    splits: [{ ...split, fee_source: true, refundable: true }],
  },
});

const { type: _, ...cardToKeep } = source(cards.challenged);
const keeping = async (): Promise<Subject> => ({
  path: '/v1/tokens',
  body: { ...cardToKeep, callback_url: callback, save_only: false, metadata: { order: '7' } },
});

const invoiceBody = {
  amount: 10_000,
  currency: 'SAR',
  description: 'Three lamps',
  ...{ callback_url: callback, success_url: callback, back_url: callback, expired_at: '2027-01-01' },
  metadata: { order: '7' },
};
const webhookBody = {
  http_method: 'post',
  url: callback,
  shared_secret: 's',
  events: ['payment_paid', 'payment_failed'],
};

const move = async (state: keyof typeof payments, verb: string, body: object): Promise<Subject> => {
  const payment = await payments[state](shop);
  return { path: `/v1/payments/${payment}/${verb}`, seen: `payments/${payment}`, body };
};

const cancellation = async (plural: string, { id: of }: { id: string }): Promise<Subject> => ({
  path: `/v1/${plural}/${of}/cancel`,
  seen: `${plural}/${of}`,
  body: {},
});

const operations: Readonly<Record<string, Operation>> = {
  '4.1 POST /payment_intents': {
    fields: tables.intent,
    status: 201,
    subject: async () => ({
      path: '/v1/payment_intents',
      body: { amount: 10_000, currency: 'SAR', description: 'Order 7', callback_url: callback },
    }),
  },
  '4.2 POST /invoices': {
    fields: tables.invoice,
    open: true,
    status: 201,
    subject: async () => ({ path: '/v1/invoices', body: invoiceBody }),
  },
  'PUT /invoices/{id}': {
    method: 'PUT',
    fields: tables.invoiceUpdate,
    open: true,
    status: 200,
    subject: async () => {
      const { id: of } = await shop.bill();
      return { path: `/v1/invoices/${of}`, seen: `invoices/${of}`, body: invoiceBody };
    },
  },
  '4.3 POST /webhooks': {
    fields: tables.webhook,
    open: true,
    service: listening,
    status: 201,
    subject: async () => ({ path: '/v1/webhooks', body: webhookBody }),
  },
  'PUT /webhooks/{id}': {
    method: 'PUT',
    fields: tables.webhookUpdate,
    open: true,
    service: listening,
    status: 200,
    subject: async () => {
      const { id: of } = await listening.register();
      return { path: `/v1/webhooks/${of}`, seen: `webhooks/${of}`, body: webhookBody };
    },
  },
  'PUT /payments/{id}': {
    method: 'PUT',
    fields: tables.paymentUpdate,
    open: true,
    status: 200,
    subject: async () => {
      const of = await payments.paid(shop);
      const body = { description: 'Order 8', metadata: { order: '8' } };
      return { path: `/v1/payments/${of}`, seen: `payments/${of}`, body };
    },
  },
  'POST /payments without an intent, with the publishable key': {
    fields: tables.direct,
    open: true,
    key: publishableKey,
    status: 201,
    subject: directly,
  },
  'POST /payments without an intent, with the secret key': {
    fields: tables.direct,
    open: true,
    status: 201,
    subject: directly,
  },
  [savedCards]: {
    fields: tables.token,
    open: true,
    key: publishableKey,
    status: 201,
    subject: keeping,
  },
  'POST /payments': {
    fields: {
      ...tables.fulfilment,
      client_secret: { ...tables.fulfilment['client_secret']!, decides: true },
    },
    key: publishableKey,
    status: 201,
    subject: () => fulfilment(() => '/v1/payments'),
  },
  'POST /payment_intents/{id}/fulfill': {
    fields: tables.fulfilment,
    key: publishableKey,
    status: 201,
    subject: () => fulfilment((of) => `/v1/payment_intents/${of}/fulfill`),
  },
  'POST /payments/{id}/capture': {
    fields: tables.part,
    status: 200,
    subject: () => move('authorized', 'capture', { amount: 5000 }),
  },
  'POST /payments/{id}/refund': {
    fields: tables.part,
    status: 200,
    subject: () => move('paid', 'refund', { amount: 5000 }),
  },
  'POST /payments/{id}/void': {
    fields: tables.nothing,
    status: 200,
    subject: () => move('paid', 'void', {}),
  },
  'POST /payment_intents/{id}/cancel': {
    fields: tables.nothing,
    status: 200,
    subject: async () => cancellation('payment_intents', await shop.createIntent()),
  },
  'POST /invoices/{id}/cancel': {
    fields: tables.nothing,
    open: true,
    status: 200,
    subject: async () => cancellation('invoices', await shop.bill()),
  },
};

/** Where a request may have fields: at the top, and inside each of its objects. */
const objectsOf = (fields: tables.RequestFields, isOpen: boolean) => [
  ...(isOpen ? [] : ['']),
  ...Object.entries(fields)
    // Metadata takes any key.
    .filter(([path, { type, open }]) => type === 'object' && path !== 'metadata' && !open)
    .map(([path]) => `${path}.`),
];

const missing = Symbol('missing');

/** Every request that is wrong in one field: path and value. */
function* wrong({ fields, open }: Operation): Generator<readonly [string, unknown]> {
  for (const [path, field] of Object.entries(fields)) {
    for (const value of [...otherTypes(field), ...(field.bad ?? [])]) yield [path, value];
    if (field.required && !field.decides && !/\.0$/.test(path)) yield [path, missing];
  }
  for (const object of objectsOf(fields, open === true)) yield [`${object}unknown_field`, 1];
}

function* right({ fields, open }: Operation): Generator<readonly [string, unknown]> {
  if (open) yield ['unknown_field', { of: ['any', 'kind'] }];
  for (const [path, field] of Object.entries(fields)) {
    for (const value of [...field.good, ...(field.also ?? []), ...(field.nullable ? [null] : [])])
      yield [path, value];
    if (field.open) yield [`${path}.unknown_field`, 1];
    if (!field.required) yield [path, missing];
  }
}

function byField(cases: Iterable<readonly [string, unknown]>): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const [path, value] of cases) found.set(path, [...(found.get(path) ?? []), value]);
  return found;
}

const withValue = (body: object, path: string, value: unknown) =>
  changed(body, path, value === missing ? undefined : value);
const named = (path: string, value: unknown) =>
  value === missing ? `${path} is missing` : `${path} is ${show(value)}`;

/** A refused card that is to be saved: the message alone says which fields are wrong. */
function refusedWithMessage({ status, body }: Answer, field: string): void {
  assert.deepEqual([status, Object.keys(body)], [400, ['message']]);
  assert.ok(body.message.includes(`${field} `), body.message);
}

for (const [name, operation] of Object.entries(operations)) {
  const { method = 'POST', fields, open, key = secretKey, service = shop, status, subject } = operation;
  describe(`${name} is refused and stores nothing when`, () => {
    let shared: Promise<Subject & { before: unknown; stored: unknown }> | undefined;
    const look = ({ seen }: Subject) => seen && service.retrieve(seen);
    const prepare = async () => {
      const made = await subject();
      return { ...made, before: await look(made), stored: service.stored() };
    };

    for (const [path, values] of byField(wrong(operation)))
      test(`${path} is wrong in any of ${values.length} ways`, async () => {
        for (const value of values) {
          const { path: address, body, stored } = await (shared ??= prepare());
          const answer = await service.call(method, address, { key, body: withValue(body, path, value) });
          // What was taken by mistake is not held against the others.
          if (answer.status !== 400) shared = undefined;
          assert.equal(answer.status, 400, named(path, value));
          if (name === savedCards) refusedWithMessage(answer, path);
          else refused(answer, 400, 'validation_error', [path]);
          assert.deepEqual(service.stored(), stored, named(path, value));
        }
      });

    test('it is wrong in several fields, each of them named', async () => {
      const required = Object.entries(fields).filter(
        ([path, field]) => field.required && !field.decides && !path.includes('.'),
      );
      const unknown = ['zzz', 'zzzz'];
      const { path: address } = await (shared ??= prepare());
      if (open && required.length === 0) return;
      const kind = fields['client_secret']?.decides ? { client_secret: 'pi_secret_x' } : {};
      const answer = await service.call(method, address, { key, body: { zzz: 1, zzzz: {}, ...kind } });
      const expected = [...required.map(([path]) => path), ...(open ? [] : unknown)];
      if (name === savedCards) for (const field of expected) refusedWithMessage(answer, field);
      else assert.deepEqual(Object.keys(answer.body.errors).sort(), expected.sort());
    });

    test('and after all that it can still be done once', async () => {
      const made = await (shared ??= prepare());
      assert.deepEqual(await look(made), made.before);
      assert.equal((await service.call(method, made.path, { key, body: made.body })).status, status);
    });
  });

  describe(`${name} is accepted when`, () => {
    for (const [path, values] of byField(right(operation)))
      test(`${path} is right in any of ${values.length} ways`, async () => {
        for (const value of values) {
          const { path: address, body } = await subject();
          const answer = await service.call(method, address, { key, body: withValue(body, path, value) });
          assert.equal(answer.status, status, `${named(path, value)}: ${JSON.stringify(answer.body)}`);
        }
      });
  });
}

describe('a body may be left out where no field is required', () => {
  for (const [name, { method = 'POST', fields, service = shop, status, subject }] of Object.entries(
    operations,
  ))
    if (!Object.values(fields).some(({ required }) => required))
      test(name, async () => {
        for (const headers of [{}, { 'content-type': 'application/json' }]) {
          const { path: address } = await subject();
          assert.equal((await service.call(method, address, { headers })).status, status);
        }
      });
});

/** Fields that are wrong only together. */
const together: ReadonlyArray<readonly [string, object, string | null]> = [
  ['a card of last month', { month: '04', year: '2026' }, 'source.month'],
  ['a card of this month', { month: '05', year: '2026' }, null],
  ['American Express with three digits', { number: '340000000900000', cvc: '123' }, 'source.cvc'],
  ['American Express with four digits', { number: '340000000900000', cvc: '1234' }, null],
  ['Visa with four digits', { cvc: '1234' }, 'source.cvc'],
];

describe('a card and its other values:', () => {
  for (const [name, more, field] of together)
    test(`${name} is ${field ? `refused for ${field}` : 'accepted'}`, async () => {
      const intent = await shop.createIntent();
      const answer = await shop.fulfil(intent.client_secret, { source: source(undefined, more) });
      if (field) refused(answer, 400, 'validation_error', [field]);
      else assert.equal(answer.status, 201);
    });

  test('the problems of the body and of its card are named at once', async () => {
    const { client_secret: secret } = await shop.createIntent();
    const answer = await shop.fulfil(secret, { extra: 1, source: source('4111111111111112') });
    refused(answer, 400, 'validation_error', ['source.number', 'extra']);
  });
});

describe('4.2: expired_at', () => {
  const moments = {
    '2027-01-01': '2027-01-01T00:00:00.000Z',
    '2027-01-01T12:00:00': '2027-01-01T12:00:00.000Z',
    '2027-01-01T12:00:00+03:00': '2027-01-01T09:00:00.000Z',
    '2027-01-01T12:00:00.250Z': '2027-01-01T12:00:00.250Z',
    '2027-01-01T12:00': '2027-01-01T12:00:00.000Z',
    '2027-01-01T12:00Z': '2027-01-01T12:00:00.000Z',
    '2027-01-01T12:00+03:00': '2027-01-01T09:00:00.000Z',
  };
  for (const [given, moment] of Object.entries(moments))
    test(`${given} is ${moment}`, async () =>
      assert.equal(Date.parse((await shop.bill({ expired_at: given })).expired_at), Date.parse(moment)));
  test('is null when it is not given', async () => assert.equal((await shop.bill()).expired_at, null));
});
