import { expect } from 'chai';
import { describe, it } from 'node:test';
import type { Config } from '../../../src/element/checkout/config.js';
import type { IntentStatus } from '../../../src/element/checkout/ports.js';
import type {} from '../../../src/element/checkout/state.js';
import { attempt, configured, now, of, other, paymentId, play, ready, waiting, readyWith } from './cases.js';
import { askable, askableLazy, lazyConfig as lazy, secretConfig as plain } from './world.js';
import { hasSameIntentSource } from '../../../src/element/checkout/config-queries.js';
import { enterUnknown } from '../../../src/element/checkout/enter-unknown.js';
import { usesConfiguredSecret } from '../../../src/element/checkout/give-up.js';

/** What counts before a payment is sent: what is held, who else pays, and what the page sets meanwhile. */

describe('which source of an intent is the same', () => {
  const sources: readonly Config['intentSource'][] = [
    { kind: 'secret', clientSecret: 'pi_secret_1', intentId: undefined },
    { kind: 'secret', clientSecret: 'pi_secret_2', intentId: undefined },
    { kind: 'url', url: 'https://shop.example/1' },
    { kind: 'url', url: 'https://shop.example/2' },
    { kind: 'checkout', url: 'https://shop.example/1' },
    { kind: 'checkout', url: 'https://shop.example/2' },
    { kind: 'function', fetchIntent: () => Promise.resolve() },
  ];
  for (const [at, source] of sources.entries()) {
    it(`as ${JSON.stringify(source)}: only that one`, () => {
      const same = sources.map((other) =>
        hasSameIntentSource({ ...plain, intentSource: source }, { ...plain, intentSource: other }),
      );
      expect(same).to.deep.equal(sources.map((_, place) => place === at));
    });
  }

  it('keeps what is held when the page sets other values, and lets it go with another source', () => {
    const held = readyWith(plain, 'never-sent');
    const more = configured({ ...plain, timeout: 1 });
    expect(play(held, more).state).to.deep.include({ held: attempt(plain) });
    expect(play(held, configured(other)).state).not.to.have.property('held');
  });
});

describe('the secret that the page has set', () => {
  it('is the one of an attempt on it, and of no other', () => {
    expect(usesConfiguredSecret(ready(plain), attempt(plain))).to.equal(true);
    expect(usesConfiguredSecret(ready(other), attempt(plain))).to.equal(false);
    expect(usesConfiguredSecret(ready(lazy), attempt(plain))).to.equal(false);
    expect(usesConfiguredSecret(ready(plain), undefined)).to.equal(false);
    expect(usesConfiguredSecret(waiting, attempt(plain))).to.equal(false);
  });

  it('takes the card with it once its intent is closed, and a fresh intent does not', () => {
    const clears = (config: Config, intentStatus: IntentStatus) =>
      of(
        enterUnknown(ready(config), { config, paymentId, attempt: attempt(config), intentStatus }, now)
          .effects,
        'clear',
      ).length;
    expect(clears(askable, 'used')).to.equal(1);
    expect(clears(askable, 'ended')).to.equal(1);
    expect(clears(askable, 'open')).to.equal(0);
    expect(clears(askableLazy, 'used')).to.equal(0);
  });
});
