import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { OrderEvent } from '../../src/server/checkout/order-event.js';
import type { OrderRecord } from '../../src/server/checkout/record.js';
import { importBundle } from '../bundle.js';
import { isQuick } from '../suites.js';
import type * as exhaustive from './exhaustive/index.js';
import type { Budget, Finding, Rules, World } from './exhaustive/index.js';

const { explore, hour, minute, defaultRules } = await importBundle<typeof exhaustive>(
  'test/server/exhaustive/index.ts',
);

interface Scope {
  readonly left: Partial<Budget>;
  readonly depth: number;
  readonly saysTime?: false;
  readonly takesGivenId?: false;
}

/** What may happen, and to how many moves all of it is looked at. */
const scopes: Readonly<Record<string, Scope>> = {
  'two pages and a stranger': { left: { ask: 2, pay: 2, stranger: 2, message: 1, sweep: 1 }, depth: 6 },
  'requests that pause': { left: { ask: 2, pause: 2, pay: 2, message: 1 }, depth: 7 },
  'the end of an intent': { left: { ask: 2, pay: 2, end: 1, seconds: 1, minutes: 1 }, depth: 6 },
  'the end of an intent, by a service that does not say the time': {
    left: { ask: 3, pay: 2, end: 1, seconds: 1, minutes: 1 },
    depth: 6,
    saysTime: false,
  },
  'reads that lag for more than a minute': { left: { ask: 2, pay: 2, moments: 2, sweep: 1 }, depth: 7 },
  'a page that sends an id of its own': {
    left: { ask: 2, pay: 1, tamper: 1, stranger: 1, minutes: 2, sweep: 2 },
    depth: 6,
  },
  'a visitor who uses the named id directly': {
    left: { ask: 2, pay: 2, direct: 1, sweep: 1, message: 1 },
    depth: 6,
  },
  'a payer who pays another way': {
    left: { ask: 1, release: 1, pay: 2, approve: 1, message: 1, moments: 1, sweep: 1 },
    depth: 7,
  },
  'a declined payment that is paid later': {
    left: { ask: 2, pay: 2, late: 1, message: 1, sweep: 1 },
    depth: 7,
  },
  'a sweep that was away for a day': { left: { ask: 2, pay: 1, approve: 1, days: 1, sweep: 1 }, depth: 7 },
  'a price that changes': { left: { ask: 2, pay: 2, price: 1, message: 1 }, depth: 6 },
  'a charge without the payer beside a page': {
    left: { ask: 2, pay: 1, charge: 2, minutes: 1, sweep: 1 },
    depth: 5,
  },
  'a charge while a page asks, and pauses': { left: { ask: 2, pause: 1, pay: 1, charge: 2 }, depth: 5 },
  'a charge whose answers are lost': {
    left: { ask: 1, pay: 1, charge: 3, moments: 1, minutes: 2, sweep: 1 },
    depth: 5,
  },
  'a charge at a service that gives ids of its own': {
    left: { ask: 1, pay: 1, charge: 3, minutes: 2, sweep: 1, message: 1 },
    depth: 5,
    takesGivenId: false,
  },
  'a charge that asks for the payer': {
    left: { ask: 1, pay: 1, charge: 2, release: 1, approve: 2, sweep: 1 },
    depth: 5,
  },
  'a charge of an order that changes, or is deleted': {
    left: { ask: 1, pay: 1, charge: 2, price: 1, delete: 1, minutes: 1, sweep: 1 },
    depth: 5,
  },
  'an order that is deleted': { left: { ask: 1, pay: 1, delete: 1, message: 1, sweep: 1 }, depth: 8 },
};

/** `npm test` looks two moves less far. */
const shorter = isQuick ? 2 : 0;
let total = 0;
after(() => console.log(`${total} states of the merchant's half were looked at.`));

const text = (finding: Finding | undefined) => finding && `${finding.what}:\n  ${finding.path.join('\n  ')}`;

describe('every order in which pages, a stranger, two processes, the sweep and the service can move', () => {
  for (const [scope, { left, depth, ...service }] of Object.entries(scopes))
    it(`never charges twice, notifies every verdict and always allows a payment: ${scope}`, (t) => {
      const { states, finding } = explore(left, depth - shorter, defaultRules, service);
      total += states;
      t.diagnostic(`${states} states, all that ${depth - shorter} moves can lead to`);
      assert.equal(finding, undefined, text(finding));
    });
});

/** The decisions with something taken out of them: the event is changed before, or the record after it. */
const changed = (
  after: (record: OrderRecord, event: OrderEvent) => OrderRecord,
  before: (event: OrderEvent, world: World) => OrderEvent = (event) => event,
): Rules => ({
  ...defaultRules,
  decide(record, event, about) {
    const seen = before(event, about.world);
    const decision = defaultRules.decide(record, seen, about);
    return { ...decision, record: after(decision.record, seen) };
  },
});
const setIntents = (record: OrderRecord, change: (intent: OrderRecord['intents'][number]) => object) => ({
  ...record,
  intents: record.intents.map((intent) => ({ ...intent, ...change(intent) })),
});

const cures: readonly {
  readonly name: string;
  readonly finds: RegExp;
  readonly left: Partial<Budget>;
  readonly service?: Pick<Scope, 'takesGivenId'>;
  readonly rules: Rules;
}[] = [
  {
    name: 'only the id that was named proves a payment',
    finds: /can never be paid/,
    left: { ask: 2, pay: 2, stranger: 1, message: 1 },
    rules: { ...defaultRules, settlesByAddress: true },
  },
  {
    name: 'an intent counts as expired unused only minutes after its end',
    finds: /second charge|is told to no one/,
    left: { ask: 2, pay: 2, end: 1, seconds: 1 },
    rules: changed((record, event) => {
      if (event.type !== 'intent-read' || event.intent.status !== 'created') return record;
      const isOver = (event.serviceTime ?? 0) >= Date.parse(event.intent.expires_at ?? '');
      return setIntents(record, ({ id }) => (id === event.intent.id && isOver ? { state: 'expired' } : {}));
    }),
  },
  {
    name: 'an intent that is not shown is no proof while reads may lag',
    finds: /second charge|is told to no one/,
    left: { ask: 2, pay: 2, moments: 1 },
    rules: changed((record, event) => {
      if (event.type !== 'intent-missing') return record;
      const isMinuteOld = ({ expiresAt }: { expiresAt: string }) =>
        (event.serviceTime ?? 0) - (Date.parse(expiresAt) - hour) >= minute;
      return setIntents(record, (intent) =>
        intent.id === event.intentId && intent.state === 'open' && isMinuteOld(intent)
          ? { state: 'expired' }
          : {},
      );
    }),
  },
  {
    name: 'the clock of this server proves nothing',
    finds: /second charge|is told to no one/,
    left: { ask: 2, pay: 2, minutes: 1 },
    rules: changed(
      (record) => record,
      (event) => (event.type === 'intent-read' ? { ...event, serviceTime: event.at } : event),
    ),
  },
  {
    name: 'a used intent whose payment is not shown blocks the order',
    finds: /second charge/,
    left: { ask: 3, tamper: 1, pay: 1 },
    rules: changed((record, event) =>
      event.type === 'payment-missing'
        ? setIntents(record, ({ state }) => (state === 'used' ? { isReleased: true } : {}))
        : record,
    ),
  },
  {
    name: 'a payment that the payer gave up is still asked about',
    finds: /is told to no one/,
    left: { ask: 1, release: 1, pay: 2, moments: 1 },
    rules: changed((record) => ({
      ...record,
      intents: record.intents.filter(({ isReleased }) => !isReleased),
    })),
  },
  {
    name: 'an intent that was used by another id is looked into',
    finds: /is told to no one/,
    left: { ask: 1, tamper: 1, minutes: 1 },
    rules: changed((record) => setIntents(record, () => ({ isUsedOtherwise: false }))),
  },
  {
    name: 'a declined payment is read again',
    finds: /is told to no one/,
    left: { ask: 1, pay: 1, late: 1, message: 1 },
    rules: changed((record) =>
      setIntents(record, ({ payment }) => (payment ? { payment: { ...payment, rechecks: 2 } } : {})),
    ),
  },
  {
    name: 'a payment is judged by the money that its intent asked for',
    finds: /mismatch|second charge/,
    left: { ask: 1, pay: 1, price: 1, message: 1 },
    rules: changed(
      (record) => record,
      (event, { price }) =>
        event.type === 'payment-read' && event.payment.amount !== price
          ? { ...event, payment: { ...event.payment, amount: 1 } }
          : event,
    ),
  },
  {
    name: 'a charge that was sent is sent again only when its absence is proven',
    finds: /second charge|is told to no one/,
    left: { charge: 2 },
    service: { takesGivenId: false },
    rules: changed((record) =>
      setIntents(record, ({ charge }) => (charge ? { charge: { ...charge, sentAt: undefined } } : {})),
    ),
  },
  {
    name: 'an order that is being charged gets no intent',
    finds: /second charge|can be paid/,
    left: { ask: 1, pay: 1, charge: 1 },
    rules: changed((record) =>
      setIntents(record, ({ charge, payment }) =>
        charge && !payment ? { state: 'used', isReleased: true, isUsedOtherwise: false } : {},
      ),
    ),
  },
  {
    name: 'an order that was deleted is still looked after',
    finds: /can be paid|is told to no one/,
    left: { ask: 1, pay: 1, delete: 1, message: 1 },
    rules: { ...defaultRules, forgetsDeleted: true },
  },
  {
    name: 'a process without `onSettled` leaves the verdict to one that has it',
    finds: /is told to no one/,
    left: { ask: 1, pay: 1, message: 1 },
    rules: { ...defaultRules, dropsUnnotified: true },
  },
];

describe('each cure, taken out', () => {
  for (const { name, finds, left, rules, service } of cures)
    it(`${name}: else it finds ${finds.source}`, (t) => {
      const { finding } = explore(left, 9, rules, service);
      t.diagnostic(text(finding) ?? '');
      assert.ok(finding, 'it finds nothing');
      assert.match(finding.what, finds);
    });
});
