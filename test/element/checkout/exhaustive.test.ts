import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { CheckoutEvent, Model } from '../../../src/element/checkout/state.js';
import { importBundle } from '../../bundle.js';
import type { Claim } from '../i18n/claims.js';
import { isQuick } from '../../suites.js';
import type { Finding } from './exhaustive/explore.js';
import type * as exhaustive from './exhaustive/index.js';
import type { Rules, World } from './exhaustive/world.js';

const { byCard, byStc, explore, defaultRules, findClaims, nothing, setUps, transition } = await importBundle<
  typeof exhaustive
>('test/element/checkout/exhaustive/index.ts');

const none: World['left'] = { ...nothing, submit: 2 };
const withStc: Rules = { ...defaultRules, methods: [byCard, byStc] };

/** What may happen, and to how many moves all of it is looked at. */
const scopes: Readonly<
  Record<
    string,
    {
      readonly left: World['left'];
      readonly depth: number;
      readonly rules?: Rules;
      /** Only where the merchant's server keeps a record of the order. */
      readonly guarded?: true;
    }
  >
> = {
  'one tab': {
    left: { ...none, submit: 3, fault: 1, resend: 1, reload: 1, end: 1, word: 1, bank: 1 },
    depth: 9,
  },
  'two tabs': {
    left: { ...none, fault: 1, resend: 1, reload: 1, open: 1, word: 1, bank: 1 },
    depth: 8,
  },
  'what was paid is voided': {
    left: { ...none, fault: 1, reload: 2, open: 1, bank: 1, void: 1 },
    depth: 7,
  },
  'the merchant’s server hears of a payment 50 seconds late': {
    left: { ...none, resend: 1 },
    depth: 14,
    rules: { ...defaultRules, statusLagMs: 50_000 },
  },
  'a payment is made that is not what was asked for': {
    left: { ...none, submit: 3, fault: 1, reload: 1, open: 1, word: 1, bank: 1, odd: 1 },
    depth: 8,
    guarded: true,
  },
  'STC Pay': {
    left: { ...none, submit: 3, fault: 1, resend: 1, reload: 1, word: 1, bank: 1, code: 2 },
    depth: 9,
    rules: withStc,
  },
  'two tabs, and a request that lasts longer than its time limit': {
    left: { ...none, fault: 1, open: 1 },
    depth: 13,
    rules: { ...defaultRules, methods: [byCard] },
  },
  'STC Pay, two tabs': {
    left: { ...none, submit: 2, open: 1, word: 1, code: 1 },
    depth: 11,
    rules: withStc,
  },
};

/** `npm test` looks three moves less far. */
const shorter = isQuick ? 3 : 0;

let total = 0;
after(() => console.log(`${total} states were looked at.`));

describe('every order in which a payer, two tabs, the network, the service and the merchant can move', () => {
  for (const setUp of setUps) {
    for (const [scope, { left, depth: most, rules, guarded }] of Object.entries(scopes)) {
      if (guarded && !setUp.guarded) continue;
      const depth = most - shorter;
      it(`never charges twice, never states something untrue about money and always offers a next step: ${setUp.name}, ${scope}`, (t) => {
        const { states, finding } = explore(setUp, { left, depth, ...(rules && { rules }) });
        total += states;
        t.diagnostic(`${states} states, all that ${depth} moves can lead to`);
        assert.equal(finding, undefined, text(finding));
      });
    }
  }
});

const text = (finding: Finding | undefined) => finding && `${finding.what}:\n  ${finding.path.join('\n  ')}`;

/** A transition with something taken out of it: the model is changed before an event, or after it. */
const changed = (
  after: (model: Model, event: CheckoutEvent, before: Model) => Model,
  before: (model: Model, event: CheckoutEvent, now: number) => Model = (model) => model,
): Rules => ({
  ...defaultRules,
  transition: (model, event, now) => {
    const step = transition(before(model, event, now), event, now);
    return { ...step, model: after(step.model, event, model) };
  },
});

const [, intentUrl, alone, , secret, askableSecret, perLoad] = setUps;
const found = (what: RegExp, finding: Finding | undefined) => {
  assert.ok(finding, 'it finds nothing');
  assert.match(finding.what, what);
};

/** Each mend, taken out: what is then found. */
const mends: readonly {
  readonly name: string;
  readonly finds: RegExp;
  readonly setUp: (typeof setUps)[number] | undefined;
  readonly left: Partial<World['left']>;
  readonly depth: number;
  readonly rules?: Rules;
  readonly claims?: (model: Model) => readonly Claim[];
  /** Takes twenty seconds: `npm test` leaves it out. */
  readonly isSlow?: true;
}[] = [
  {
    name: 'the intent is kept after a refusal, where storage is forbidden',
    finds: /second charge/,
    setUp: alone,
    left: { resend: 1 },
    depth: 8,
    rules: {
      ...changed((model) => {
        const { state } = model;
        return state.phase === 'ready' && state.held ? { ...model, state: { phase: 'ready' } } : model;
      }),
      remembers: false,
    },
  },
  {
    name: 'what is held goes out again by what the payer chooses now',
    finds: /did not choose/,
    setUp: alone,
    left: { fault: 1 },
    depth: 5,
    rules: {
      ...defaultRules,
      transition: (model, event, now) => {
        const held = model.state.phase === 'ready' && model.state.held;
        return transition(
          model,
          event.type === 'submitted' && held ? { ...event, method: byCard } : event,
          now,
        );
      },
    },
  },
  {
    name: 'nothing is said about money after a refusal',
    finds: /not charged.*was charged/,
    setUp: alone,
    left: { resend: 1 },
    depth: 5,
    claims: (model) =>
      model.state.phase === 'ready' && model.state.error ? ['not charged'] : findClaims(model),
  },
  {
    name: 'a payment that was given up is remembered',
    finds: /not charged/,
    setUp: alone,
    left: { fault: 1, word: 1 },
    depth: 8,
    rules: changed(({ hasOtherOpenPayment: _, ...model }) => model),
  },
  {
    name: '"no such payment" is believed only after the grace period',
    finds: /second charge/,
    setUp: intentUrl,
    left: { resend: 1 },
    depth: 9,
    rules: changed(
      (model) => model,
      (model, event, now) =>
        event.type === 'status-answered' && model.state.phase === 'unknown'
          ? { ...model, state: { ...model.state, notFound: { since: now - 60_000, times: 3 } } }
          : model,
    ),
  },
  {
    name: 'a used intent is asked about as long as any other',
    finds: /second charge/,
    setUp: intentUrl,
    left: { resend: 1 },
    depth: 14,
    rules: {
      ...changed(
        (model) => model,
        (model) =>
          model.state.phase === 'unknown' && model.state.intentStatus === 'used'
            ? { ...model, state: { ...model.state, intentStatus: 'ended' } }
            : model,
      ),
      // The server says "no such payment" for longer than the ten seconds for an intent that has ended.
      statusLagMs: 50_000,
    },
  },
  {
    name: 'what was sent is remembered',
    finds: /second charge/,
    setUp: alone,
    left: { fault: 1, reload: 1 },
    depth: 8,
    rules: { ...defaultRules, remembers: false },
  },
  {
    name: 'a reference makes one purchase of a secret for each load',
    finds: /second charge/,
    setUp: perLoad && {
      ...perLoad,
      config: (load) => {
        const config = perLoad.config(load);
        const place = `secret ${load}`;
        return { ...config, purchase: { namedBy: 'intent', name: place, key: place } };
      },
    },
    left: { fault: 1, reload: 1 },
    depth: 8,
  },
  {
    name: 'what another tab sends of the payment that is held here is heard',
    finds: /not charged/,
    setUp: secret,
    left: { fault: 1, open: 1, word: 1 },
    depth: 9,
    rules: {
      ...defaultRules,
      transition: (model, event, now) => {
        const held = model.state.phase === 'ready' ? model.state.held : undefined;
        const isOwn =
          event.type === 'store-changed' && held && held.paymentId === event.snapshot.entry?.paymentId;
        return isOwn ? { model, effects: [] } : transition(model, event, now);
      },
    },
  },
  {
    name: 'a payment that another tab is still sending is not missing',
    finds: /second charge/,
    setUp: perLoad,
    left: { fault: 1, open: 1 },
    depth: 13,
    isSlow: true,
    rules: {
      ...defaultRules,
      methods: [byCard],
      transition: (model, event, now) =>
        event.type === 'store-changed' && model.state.phase === 'unknown' && !model.state.inOtherTab
          ? { model, effects: [] }
          : transition(model, event, now),
    },
  },
  {
    name: 'the store is read when the payer submits',
    finds: /second charge/,
    setUp: alone,
    left: { open: 1 },
    depth: 9,
    rules: { ...defaultRules, readsWhenSubmitted: false, tellsOtherTabs: false },
  },
  {
    name: 'the purchase is locked while it is paid',
    finds: /second charge/,
    setUp: alone,
    left: { open: 1 },
    depth: 9,
    rules: { ...defaultRules, locks: false },
  },
  {
    name: 'a final payment of an earlier purchase does not count',
    finds: /another purchase/,
    setUp: alone,
    left: { open: 1 },
    depth: 5,
    rules: {
      ...defaultRules,
      transition: (model, event, now) =>
        transition(
          model,
          event.type === 'configured' && event.entry
            ? { ...event, entry: { ...event.entry, returned: true } }
            : event,
          now,
        ),
    },
  },
  {
    name: 'an intent that was refused as used is not tried again',
    finds: /circle|nothing happens/,
    setUp: askableSecret,
    left: { end: 1 },
    depth: 6,
    rules: changed(({ state, ...rest }) => ({
      ...rest,
      state: state.phase === 'unknown' ? { ...state, intentStatus: 'open' } : state,
    })),
  },
  {
    name: 'the way to the bank has ten seconds',
    finds: /nothing happens while it is redirecting/,
    setUp: secret,
    left: { fault: 1 },
    depth: 6,
    rules: { ...defaultRules, leavesInTime: false },
  },
  {
    name: 'an intent has thirty seconds to come',
    finds: /nothing happens while it is paying/,
    setUp: intentUrl,
    left: { fault: 1 },
    depth: 5,
    rules: { ...defaultRules, limits: false },
  },
  {
    name: 'the payer can pay another way',
    finds: /unknown/,
    setUp: alone,
    left: { fault: 1 },
    depth: 5,
    rules: changed(({ state, ...rest }) => ({
      ...rest,
      state: state.phase === 'unknown' ? { ...state, anotherWay: 'none' } : state,
    })),
  },
  {
    name: 'another way is never taken without the payer’s word, where storage is forbidden',
    finds: /second charge/,
    setUp: alone,
    left: { fault: 1 },
    depth: 8,
    rules: {
      ...changed((model) => {
        const { state } = model;
        const offered = state.phase === 'unknown' && state.anotherWay === 'offered';
        return offered ? { ...model, state: { phase: 'ready' } } : model;
      }),
      remembers: false,
    },
  },
];

describe('each mend, taken out', () => {
  for (const { name, finds, setUp, left, depth, rules, claims, isSlow } of mends) {
    if (isQuick && isSlow) continue;
    it(`${name}: else it finds ${finds.source}`, (t) => {
      assert.ok(setUp);
      const { finding } = explore(setUp, {
        left: { ...none, ...left },
        depth,
        ...(rules ? { rules } : {}),
        ...(claims ? { claims } : {}),
      });
      t.diagnostic(text(finding) ?? '');
      found(finds, finding);
    });
  }
});
