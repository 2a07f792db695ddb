import { expect } from 'chai';
import { describe, it } from 'node:test';
import type { Config } from '../../src/checkout/config.js';
import type { Clock } from '../../src/checkout/ports.js';
import type { StoreSnapshot, Purchase, AttemptStore } from '../../src/checkout/purchase.js';
import { StoreWatcher } from '../../src/checkout/store-watcher.js';
import type { Model } from '../../src/checkout/state.js';
import { Timers } from '../../src/checkout/timers.js';
import { nobody, order, ready, unknown } from './cases.js';
import { complete, lazyConfig, missing, Question, settle } from './world.js';

/** A memory that answers when the test lets it, and a clock that the test moves. */
class Memory {
  readonly watched: string[] = [];
  readonly heard: StoreSnapshot[] = [];
  answer = new Question<StoreSnapshot>();
  looks = 0;
  model: Model = { setup: missing, state: { phase: 'waiting' } };
  #now = 0;
  #timers: { at: number; callback: () => void }[] = [];

  readonly news = new StoreWatcher(
    {
      peek: () => (this.looks++, this.answer.promise),
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
    (news) => this.heard.push(news),
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

describe('the news of a purchase', () => {
  it('watches the store once for each purchase', () => {
    const memory = new Memory();
    memory.news.onModelChanged();
    memory.model = ready(one);
    memory.news.onModelChanged();
    memory.news.onModelChanged();
    memory.model = ready(two);
    memory.news.onModelChanged();
    expect(memory.watched).to.deep.equal(['reference 1', 'no reference 1', 'reference 2']);
  });

  it('are those of the payment that is open, whatever the page has set since', () => {
    const memory = new Memory();
    memory.model = paidElsewhere(one, two);
    memory.news.onModelChanged();
    expect(memory.watched).to.deep.equal(['reference 1']);
  });

  it('are asked for every second while another tab pays, however often something changes', () => {
    const memory = new Memory();
    memory.model = paidElsewhere(one);
    memory.news.onModelChanged();
    memory.pass(600);
    memory.news.onModelChanged();
    memory.pass(400);
    expect(memory.looks).to.equal(1);
    memory.model = ready(one);
    memory.news.onModelChanged();
    memory.pass(5_000);
    expect(memory.looks).to.equal(1);
  });

  it('are not asked for while the element is away, also when another tab begins to pay meanwhile', () => {
    const memory = new Memory();
    memory.news.pause();
    memory.model = paidElsewhere(one);
    memory.news.onModelChanged();
    memory.pass(5_000);
    expect(memory.looks).to.equal(0);
    memory.news.resume();
    expect(memory.looks).to.equal(1);
    memory.pass(1_000);
    expect(memory.looks).to.equal(2);
  });

  it('ignores a snapshot of an earlier purchase', async () => {
    for (const next of [ready(two), { setup: missing, state: { phase: 'waiting' } } as const]) {
      const memory = new Memory();
      memory.model = ready(one);
      memory.news.refresh();
      memory.model = next;
      memory.answer.resolve(nobody);
      await settle();
      expect(memory.heard).to.deep.equal([]);
    }
  });

  it('are heard when they come in time', async () => {
    const memory = new Memory();
    memory.model = ready(one);
    memory.news.refresh();
    memory.answer.resolve(nobody);
    await settle();
    expect(memory.heard).to.deep.equal([nobody]);
  });

  it('are asked for again where the memory did not answer', async () => {
    const memory = new Memory();
    memory.model = paidElsewhere(one);
    memory.news.refresh();
    memory.answer.reject(new Error('The other realm is gone.'));
    await settle();
    memory.answer = new Question();
    memory.pass(1_000);
    expect(memory.looks).to.equal(2);
  });
});
