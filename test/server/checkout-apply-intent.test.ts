import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  applyIntentMissing,
  applyIntentRead,
  applyNotListed,
  applyPaymentMissing,
} from '../../src/server/checkout/apply-intent.js';
import {
  emptyRecord,
  type IntentEntry,
  type OrderRecord,
  type PaymentEntry,
} from '../../src/server/checkout/record.js';
import type { PaymentIntent } from '../../src/wire/index.js';

const minute = 60_000;
const start = Date.parse('2030-01-01T00:00:00Z');
const moment = (minutes: number) => start + minutes * minute;
const stamp = (minutes: number) => new Date(moment(minutes)).toISOString();

const entry = (more: Partial<IntentEntry> = {}): IntentEntry =>
  ({
    number: 1,
    id: 'i1',
    state: 'open',
    expiresAt: stamp(60),
    localExpiresAt: moment(60),
    ...more,
  }) as IntentEntry;
const announced = (more: Partial<PaymentEntry> = {}): PaymentEntry => ({
  id: 'p',
  intent: 1,
  firstSeenAt: start,
  verdict: 'announced',
  money: 'unknown',
  unnotified: [],
  ...more,
});
const recordOf = (intent: IntentEntry, ...payments: PaymentEntry[]): OrderRecord => ({
  ...emptyRecord,
  intents: [entry({ number: 2, id: 'other', state: 'canceled' }), intent],
  payments,
});
const intentOf = ({ intents }: OrderRecord) => intents.find(({ id }) => id === 'i1');

const readIntent = (intent: IntentEntry, shown: Partial<PaymentIntent>, minutes?: number, at = 0) =>
  intentOf(
    applyIntentRead(recordOf(intent), {
      type: 'intent-read',
      intent: { id: 'i1', client_secret: '', ...shown } as PaymentIntent,
      serviceTime: minutes === undefined ? undefined : moment(minutes),
      at: moment(at),
    }),
  );

describe('applyIntentRead', () => {
  it('calls an intent expired when it is shown unused five minutes after its end, and not before', () => {
    const stateAt = (minutes?: number) => readIntent(entry(), { status: 'created' }, minutes)?.state;
    assert.deepEqual([64.99, 65, 66, undefined].map(stateAt), ['open', 'expired', 'expired', 'open']);
  });

  it('believes the end that the service shows now, in place of the one that it showed first', () => {
    const shown = { status: 'created', expires_at: stamp(30) } as const;
    assert.equal(readIntent(entry(), shown, 35)?.state, 'expired');
    assert.equal(readIntent(entry(), { ...shown, expires_at: stamp(90) }, 70)?.state, 'open');
  });

  it('moves the end by this server’s clock only when it differs by more than a minute', () => {
    const untilAt = (at: number) => readIntent(entry(), { status: 'created' }, 10, at)?.localExpiresAt;
    assert.deepEqual([10, 11, 9, 11.5, -50].map(untilAt), [60, 60, 60, 61.5, 0].map(moment));
  });

  it('keeps an intent that is used, canceled or expired when a late answer shows it unused', () => {
    for (const state of ['used', 'canceled', 'expired'] as const) {
      const before = entry({ state });
      assert.deepEqual(readIntent(before, { status: 'created' }, 90, 30), before);
    }
  });

  it('keeps a used intent, and when it was used, whatever is shown later', () => {
    const before = entry({ state: 'used', usedAt: stamp(1) });
    assert.deepEqual(readIntent(before, { status: 'canceled' }, 2), before);
    assert.deepEqual(readIntent(before, { status: 'fulfilled', fulfilled_at: stamp(2) }, 2), before);
  });

  it('takes the time of the answer for the time of the use when the service does not say it', () => {
    assert.equal(readIntent(entry(), { status: 'fulfilled' }, 3)?.usedAt, stamp(3));
    const unknown = readIntent(entry(), { status: 'fulfilled' });
    assert.deepEqual([unknown?.state, unknown && 'usedAt' in unknown], ['used', false]);
  });

  it('keeps the state when the service shows a status that came later than this library', () => {
    assert.deepEqual(readIntent(entry(), { status: 'paused' } as never, 3), entry());
  });
});

describe('applyIntentMissing', () => {
  const stateAt = (minutes?: number, intent = entry(), ...payments: PaymentEntry[]) =>
    intentOf(
      applyIntentMissing(recordOf(intent, ...payments), {
        type: 'intent-missing',
        intentId: 'i1',
        serviceTime: minutes === undefined ? undefined : moment(minutes),
        at: start,
      }),
    )?.state;

  it('ends an open intent that the service does not know five minutes after its creation, and not before', () => {
    assert.deepEqual(
      [0.99, 1, 4.99, 5, undefined].map((minutes) => stateAt(minutes)),
      ['open', 'open', 'open', 'expired', 'open'],
    );
  });

  it('ends it five minutes after its end, and not before, while an announced payment may still appear', () => {
    for (const attempt of [announced(), announced({ isReleased: true })])
      assert.deepEqual(
        [5, 60, 64.99, 65, undefined].map((minutes) => stateAt(minutes, entry(), attempt)),
        ['open', 'open', 'open', 'expired', 'open'],
      );
  });

  it('waits for no announced payment that is missing, was shown, or is of another intent', () => {
    for (const more of [{ isMissing: true }, { verdict: 'failed' }, { intent: 2 }] as const)
      assert.equal(stateAt(5, entry(), announced(more)), 'expired');
  });

  it('keeps an intent that was shown as used or canceled', () => {
    assert.equal(stateAt(5, entry({ state: 'used' })), 'used');
    assert.equal(stateAt(5, entry({ state: 'canceled' })), 'canceled');
  });
});

describe('applyNotListed', () => {
  const search = (minutes: number | undefined, ...payments: PaymentEntry[]) =>
    searchList(true, minutes, ...payments);
  const searchList = (isComplete: boolean, minutes: number | undefined, ...payments: PaymentEntry[]) => {
    const { isSearched, isLost } = intentOf(
      applyNotListed(recordOf(entry({ state: 'used', usedAt: stamp(0) }), ...payments), {
        type: 'payment-not-listed',
        intentId: 'i1',
        isComplete,
        serviceTime: minutes === undefined ? undefined : moment(minutes),
        at: start,
      }),
    ) as IntentEntry;
    return [isSearched, isLost];
  };
  const shown = (more: Partial<PaymentEntry>) =>
    announced({ verdict: 'failed', createdAt: stamp(0), ...more });

  it('believes the list two minutes after the use, and ends the search after a day', () => {
    assert.deepEqual(search(undefined), [undefined, undefined]);
    assert.deepEqual(search(1.99), [undefined, undefined]);
    assert.deepEqual(search(2), [true, undefined]);
    assert.deepEqual(search(24 * 60), [true, true]);
  });

  it('believes the list at once when a shown payment of the intent was made within a minute of its use', () => {
    assert.deepEqual(search(0, shown({ createdAt: stamp(1) })), [true, undefined]);
    assert.deepEqual(search(0, shown({ createdAt: stamp(-1) })), [true, undefined]);
    assert.deepEqual(search(0, shown({ createdAt: stamp(1.01) })), [undefined, undefined]);
    assert.deepEqual(search(0, shown({ intent: 2 })), [undefined, undefined]);
    assert.deepEqual(search(0, announced({ createdAt: stamp(0) })), [undefined, undefined]);
  });

  it('believes nothing of a list that was not read to its end, and ends the search after a day', () => {
    const made = announced({ verdict: 'failed', createdAt: stamp(0) });
    assert.deepEqual(searchList(false, 2, made), [undefined, undefined]);
    assert.deepEqual(searchList(false, 24 * 60, made), [undefined, true]);
  });
});

describe('applyPaymentMissing', () => {
  const markMissing = (intent: IntentEntry, minutes: number | undefined, ...payments: PaymentEntry[]) =>
    applyPaymentMissing(recordOf(intent, ...payments), {
      type: 'payment-missing',
      paymentId: 'p',
      serviceTime: minutes === undefined ? undefined : moment(minutes),
      at: start,
    })
      .payments.filter(({ isMissing }) => isMissing)
      .map(({ id }) => id);
  const used = entry({ state: 'used', usedAt: stamp(0) });
  const expired = entry({ state: 'expired', expiresAt: stamp(60) });

  it('waits for two minutes after the use of the intent', () => {
    assert.deepEqual(markMissing(used, 1.99, announced()), []);
    assert.deepEqual(markMissing(used, 2, announced()), ['p']);
    assert.deepEqual(markMissing(used, undefined, announced()), []);
  });

  it('waits for an hour after the end of an intent that nobody used', () => {
    assert.deepEqual(markMissing(expired, 119.99, announced()), []);
    assert.deepEqual(markMissing(expired, 120, announced()), ['p']);
  });

  it('says nothing of a payment whose intent is open, canceled or not known', () => {
    for (const intent of [entry(), entry({ state: 'canceled' })])
      assert.deepEqual(markMissing(intent, 600, announced()), []);
    assert.deepEqual(markMissing(used, 600, announced({ intent: 9 })), []);
  });

  it('says nothing of another payment, and nothing of one that was shown', () => {
    assert.deepEqual(markMissing(used, 600, announced({ id: 'q' })), []);
    assert.deepEqual(markMissing(used, 600, announced({ verdict: 'open' })), []);
  });
});
