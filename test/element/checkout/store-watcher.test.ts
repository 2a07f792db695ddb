import { expect } from 'chai';
import { describe, it } from 'node:test';
import type { Config } from '../../../src/element/checkout/config.js';
import type { Clock } from '../../../src/element/checkout/ports.js';
import type { StoreSnapshot, Purchase, AttemptStore } from '../../../src/element/checkout/purchase.js';
import { StoreWatcher } from '../../../src/element/checkout/store-watcher.js';
import type { Model } from '../../../src/element/checkout/state.js';
import { Timers } from '../../../src/element/checkout/timers.js';
import { nobody, order, ready, unknown } from './cases.js';
import { complete, lazyConfig, missing, Question, settle } from './world.js';

/** An attempt store that answers when the test lets it, and a clock that the test moves. */
class FakeStore {
  readonly watched: string[] = [];
  readonly snapshots: StoreSnapshot[] = [];
  answer = new Question<StoreSnapshot>();
  peeks = 0;
  model: Model = { setup: missing, state: { phase: 'waiting' } };
  #now = 0;
  #timers: { at: number; callback: () => void }[] = [];

  readonly watcher = new StoreWatcher(
    {
      peek: () => (this.peeks++, this.answer.promise),
      watch: ({ key }: Purchase) => {
        this.watched.push(key);
        return () => void this.watched.push(`no ${key}`);
      },
    } as Partial<AttemptStore> as AttemptStore,
    new Timers({
      now: () => this.#now,
      random: () => 0,
      after: this.#after(),
      afterVisible: this.#after(),
    } as Clock),
    () => this.model,
    (snapshot) => this.snapshots.push(snapshot),
  );

  #after() {
    return (milliseconds: number, callback: () => void) => {
      const timer = { at: this.#now + milliseconds, callback };
      this.#timers.push(timer);
      return () => void (this.#timers = this.#timers.filter((other) => other !== timer));
    };
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
    for (const timer of this.#timers.filter(({ at }) => at <= this.#now)) {
      this.#timers = this.#timers.filter((other) => other !== timer);
      timer.callback();
    }
  }
}

const [one, two] = [order('1', lazyConfig), order('2', lazyConfig)];
const paidElsewhere = (config: Config, set = config): Model => ({
  setup: complete(set),
  state: unknown(config, { inOtherTab: true, attempt: undefined }),
});

describe('the snapshots of a purchase', () => {
  it('watches the store once for each purchase', () => {
    const store = new FakeStore();
    store.watcher.onModelChanged();
    store.model = ready(one);
    store.watcher.onModelChanged();
    store.watcher.onModelChanged();
    store.model = ready(two);
    store.watcher.onModelChanged();
    expect(store.watched).to.deep.equal(['reference 1', 'no reference 1', 'reference 2']);
  });

  it('are those of the payment that is open, whatever the page has set since', () => {
    const store = new FakeStore();
    store.model = paidElsewhere(one, two);
    store.watcher.onModelChanged();
    expect(store.watched).to.deep.equal(['reference 1']);
  });

  it('are asked for every second while another tab pays, however often something changes', () => {
    const store = new FakeStore();
    store.model = paidElsewhere(one);
    store.watcher.onModelChanged();
    store.pass(600);
    store.watcher.onModelChanged();
    store.pass(400);
    expect(store.peeks).to.equal(1);
    store.model = ready(one);
    store.watcher.onModelChanged();
    store.pass(5_000);
    expect(store.peeks).to.equal(1);
  });

  it('are not asked for while the element is away, also when another tab begins to pay meanwhile', () => {
    const store = new FakeStore();
    store.watcher.pause();
    store.model = paidElsewhere(one);
    store.watcher.onModelChanged();
    store.pass(5_000);
    expect(store.peeks).to.equal(0);
    store.watcher.resume();
    expect(store.peeks).to.equal(1);
    store.pass(1_000);
    expect(store.peeks).to.equal(2);
  });

  it('ignores a snapshot of an earlier purchase', async () => {
    for (const next of [ready(two), { setup: missing, state: { phase: 'waiting' } } as const]) {
      const store = new FakeStore();
      store.model = ready(one);
      store.watcher.refresh();
      store.model = next;
      store.answer.resolve(nobody);
      await settle();
      expect(store.snapshots).to.deep.equal([]);
    }
  });

  it('are asked for again where the store did not answer', async () => {
    const store = new FakeStore();
    store.model = paidElsewhere(one);
    store.watcher.refresh();
    store.answer.reject(new Error('The other realm is gone.'));
    await settle();
    store.answer = new Question();
    store.pass(1_000);
    expect(store.peeks).to.equal(2);
  });
});
