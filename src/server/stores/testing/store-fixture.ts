import type { OpenRecord, Store } from '../store.js';

/** What a store did instead of what it must do. */
export class StoreCheckError extends Error {
  override readonly name = 'StoreCheckError';
}

export function expect(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new StoreCheckError(otherwise);
}

const show = (value: unknown) => {
  const text = typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? String(value));
  return text.length > 120 ? `${text.slice(0, 100)}… (${text.length} characters)` : text;
};

/** What one check works with: stores over the same records, order ids that nobody else has, and a time of its own. */
export class StoreFixture {
  readonly #ids = new Set<string>();
  readonly #run = crypto.randomUUID();
  /**
   * Between the years 1970 and 1980: an order of a real shop that a claim takes along is due again within moments of
   * today. Above 32 bits, as milliseconds are today.
   */
  readonly now = 2e10 + Math.floor(Math.random() * 2e11);

  constructor(
    readonly store: Store,
    /** A second store over the same records, as another process has it; the same store where none can be made. */
    readonly second: Store,
    readonly limits: { readonly longestRecord: number; readonly longestOrderId: number },
  ) {}

  /** An order id that ends with the given text. */
  id(end = String(this.#ids.size)): string {
    const id = `${this.#run}-${end}`;
    this.#ids.add(id);
    return id;
  }

  ids = (count: number) => Array.from({ length: count }, () => this.id());

  /** Saves, and expects that it was written. */
  async write(id: string, version: number, dueAt: number | null = null, record = `v${version} of ${id}`) {
    const answer = await this.store.save(id, record, version, dueAt);
    expect(
      answer === true,
      `save() of version ${version} over version ${version - 1} answered ${show(answer)}, not true.`,
    );
  }

  /** Saves what must be refused, and expects that it was. */
  async expectRefusedWrite(id: string, version: number, stored: number, dueAt: number | null = null) {
    const answer = await this.store.save(id, 'must not be written', version, dueAt);
    expect(
      answer === false,
      `save() of version ${version} over version ${stored} answered ${show(answer)}, not false.`,
    );
  }

  /** Expects that a record is stored just so, as both stores see it. */
  async expectStored(id: string, version: number, record = `v${version} of ${id}`) {
    for (const store of new Set([this.store, this.second])) {
      const found = await store.load(id);
      expect(found !== undefined, `load() finds nothing of what save() has confirmed as version ${version}.`);
      expect(
        found.record === record,
        `load() answers the record ${show(found.record)}; saved as version ${version} was ${show(record)}.`,
      );
      expect(
        found.version === version,
        `load() answers the version ${show(found.version)} (${typeof found.version}), not the number ${version}.`,
      );
    }
  }

  /** Claims, and answers which of this check's orders were handed out. */
  async claim(now: number, limit: number, leaseMs: number, store = this.store): Promise<string[]> {
    const answer: unknown = await store.claimDue(now, limit, leaseMs);
    expect(
      Array.isArray(answer) && answer.every((id) => typeof id === 'string'),
      `claimDue() answered ${show(answer)}, not a list of order ids.`,
    );
    expect(answer.length <= limit, `claimDue() handed out ${answer.length} orders; its limit was ${limit}.`);
    return (answer as string[]).filter((id) => this.#ids.has(id));
  }

  async expectClaimed(what: string, expected: readonly string[], now: number, limit = 1000, leaseMs = 1000) {
    const ids = await this.claim(now, limit, leaseMs);
    expect(
      show(ids) === show(expected),
      `${what}: claimDue() handed out ${show(ids)}, not ${show(expected)}.`,
    );
  }

  async #listPage(after: string | undefined, limit: number): Promise<OpenRecord[]> {
    const answer: unknown = await this.store.list({ after, limit });
    expect(
      Array.isArray(answer) && answer.every((row) => typeof (row as OpenRecord).orderId === 'string'),
      `list() answered ${show(answer)}, not a list of records with their order ids.`,
    );
    expect(answer.length <= limit, `list() answered ${answer.length} records; its limit was ${limit}.`);
    return answer as OpenRecord[];
  }

  /** One page; the first one begins with this check's orders, whose ids begin alike. */
  async list(after: string = this.#run, limit = 1000): Promise<OpenRecord[]> {
    return (await this.#listPage(after, limit)).filter(({ orderId }) => this.#ids.has(orderId));
  }

  /** The ids of all pages, up to the first one that is not full. */
  async expectListedIds(expected: readonly string[], limit: number) {
    const seen = new Set<string>();
    let after: string | undefined;
    for (let isFull = true; isFull;) {
      const page = await this.#listPage(after, limit);
      for (const { orderId } of page) {
        expect(!seen.has(orderId), `list() answered ${show(orderId)} twice in pages of ${limit}.`);
        seen.add(orderId);
        after = orderId;
      }
      isFull = page.length === limit;
    }
    const found = [...seen].filter((id) => this.#ids.has(id));
    expect(
      found.length === expected.length && found.every((id, at) => id === expected[at]),
      `list() answered ${show(found)} in pages of ${limit}, not ${show(expected)}.`,
    );
  }

  /** Expects just these records of this check. */
  async expectListed(expected: readonly OpenRecord[]) {
    const found = await this.list();
    expect(
      found.length === expected.length,
      `list() answered ${found.length} records of ${expected.length} with something left to do.`,
    );
    for (const [at, row] of expected.entries())
      for (const field of ['orderId', 'record', 'dueAt'] as const) {
        const value = found[at]?.[field];
        expect(
          value === row[field],
          `list() answered a record whose \`${field}\` is ${show(value)}, not ${show(row[field])}.`,
        );
      }
  }

  /** Nothing of this check is due afterwards, where a store lets it. */
  async close(): Promise<void> {
    for (const id of this.#ids) {
      const found = await this.store.load(id);
      if (found) await this.store.save(id, found.record, Number(found.version) + 1, null);
    }
  }
}
