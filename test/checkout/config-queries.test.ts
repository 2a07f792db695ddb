import { expect } from 'chai';
import { describe, it } from 'node:test';
import type { Config } from '../../src/checkout/config.js';
import type { Model } from '../../src/checkout/state.js';
import { attempt, configured, other, play } from './cases.js';
import { complete, secretConfig as plain } from './world.js';
import { isSameSource } from '../../src/checkout/config-queries.js';

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
        isSameSource({ ...plain, intentSource: source }, { ...plain, intentSource: other }),
      );
      expect(same).to.deep.equal(sources.map((_, place) => place === at));
    });
  }

  it('keeps what is held when the page sets other values, and lets it go with another source', () => {
    const held: Model = { setup: complete(plain), state: { phase: 'ready', held: attempt(plain) } };
    const more = configured({ ...plain, timeout: 1 });
    expect(play(held, more).state).to.deep.include({ held: attempt(plain) });
    expect(play(held, configured(other)).state).not.to.have.property('held');
  });
});
