import { expect } from 'chai';
import { describe, it } from 'node:test';
import { expiringSoonMs } from '../../../src/element/checkout/timeouts.js';
import type { Config } from '../../../src/element/checkout/config.js';
import { now, play, submit, waiting } from './cases.js';
import { complete, lazyConfig as lazy, secretConfig as plain } from './world.js';

describe('expiry', () => {
  const ending: Config = { ...plain, expiresAt: now + expiringSoonMs + 1 };
  const begin = (config: Config) =>
    play(waiting, { type: 'configured', setup: complete(config), entry: undefined });

  it('is said in time, and then ends the form', () => {
    const { model } = begin(ending);
    expect(play(model, { type: 'time-passed' }).state).to.deep.equal({ phase: 'ready' });
    const soon = play(model, { type: 'time-passed', now: now + 1 });
    expect(soon.state).to.deep.equal({ phase: 'ready', isExpiringSoon: true });
    expect(play(model, { type: 'time-passed', now: now + expiringSoonMs + 1 }).state.phase).to.equal(
      'expired',
    );
  });

  it('does not matter where a fresh intent is made for each payment', () => {
    const { model, state } = begin({ ...lazy, expiresAt: now });
    expect(state.phase).to.equal('ready');
    expect(play(model, submit).state).to.include({ phase: 'paying', step: 'locking' });
    expect(begin({ ...plain, expiresAt: now }).state.phase).to.equal('expired');
  });
});
