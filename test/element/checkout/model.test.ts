import { expect } from 'chai';
import fc from 'fast-check';
import { after, describe, it } from 'node:test';
import { networks } from '../../../src/element/card/networks.js';
import { CheckoutMachine } from '../../../src/element/checkout/checkout-machine.js';
import type { Config } from '../../../src/element/checkout/config.js';
import type { IntentSource } from '../../../src/element/checkout/sources.js';
import type { Outcome } from '../../../src/element/checkout/outcome.js';
import type { IntentResponse, Ports } from '../../../src/element/checkout/ports.js';
import { fulfil } from '../../../src/element/gateway/fulfil.js';
import { sendCode } from '../../../src/element/gateway/send-code.js';
import { merchant as realMerchant } from '../../../src/element/gateway/merchant-api.js';
import type { StoreSnapshot, StoredAttempt, Stage } from '../../../src/element/checkout/purchase.js';
import { createPurchase } from '../../../src/element/checkout/sources.js';
import { PayError } from '../../../src/error.js';
import { payment, type Payment } from '../../../src/wire/payment.js';
import { readPayment as readAtDoor } from '../../../src/wire/reader.js';
import { createSandbox, serve } from '../../../src/sandbox/index.js';
import { cards, publishableKey, sandboxClient, type SandboxIntent } from '../../sandbox-client.js';
import { byCard } from './world.js';
import type { ChosenMethod } from '../../../src/element/checkout/payment-method.js';

const sandbox = createSandbox({ db: ':memory:' });
const service = await serve(sandbox);
after(async () => {
  await service.close();
  await sandbox.close();
});
const baseUrl = `${service.url}/v1`;
const { answerBank, createIntent, fault, readIntent, readPayment, resetSandbox, saveCard } =
  sandboxClient(baseUrl);

// A browser says whether it has a network. Here it always has.
Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true });

const price = { amount: 10_000, currency: 'SAR' };

/** The merchant's half, as far as a page can tell: one open intent, with the id of its payment, asked about at each press. */
class Guard {
  readonly #pairs: { readonly intent: SandboxIntent; readonly paymentId: string }[] = [];

  /** Payments instead of which the payer pays another way. */
  readonly #released = new Set<string>();

  async issue(insteadOf?: string): Promise<IntentResponse> {
    if (insteadOf) this.#released.add(insteadOf);
    for (const { intent, paymentId } of this.#pairs) {
      const [{ status }, shown] = [await readIntent(intent.id), await readPayment(paymentId)];
      if (!shown && status === 'created') return toResponse(intent, paymentId);
      // Used, and not to be read: it is looked for, and nothing is handed out meanwhile.
      if (!shown) throw new PayError('api', 'HTTP 409', { status: 409, type: 'payment_open' });
      const blocking = readAtDoor(shown);
      if (
        blocking &&
        blocking.status !== 'failed' &&
        !(blocking.status === 'initiated' && this.#released.has(paymentId))
      )
        return { kind: 'blocked-by-order', payment: blocking };
    }
    const [intent, paymentId] = [await createIntent(), crypto.randomUUID()];
    this.#pairs.push({ intent, paymentId });
    return toResponse(intent, paymentId);
  }
}

const toResponse = (
  { id, client_secret: clientSecret, amount, currency }: SandboxIntent,
  paymentId: string,
): IntentResponse => ({ kind: 'intent', intent: { id, clientSecret, amount, currency, paymentId } });

/**
 * One payer who wants to buy one thing, in two tabs, in a world where anything may break: the real checkout and the
 * real gateway against the real sandbox. The page is a stand-in, and so is its clock, which only the test moves.
 */
class Purchase {
  /** The tab that the payer looks at. */
  tab: 0 | 1 = 0;
  readonly tabs: CheckoutMachine[] = [];
  /** The next request is sent twice, as a browser does when its connection dies: the first answer is never seen. */
  resendNext = false;
  card: string = cards.paid;
  /** What the payer types when STC Pay asks for a code. */
  code = '123456';
  /** Payments by STC Pay that the payer has left before a code was sent: nobody can confirm them. */
  readonly left = new Set<string>();
  /** What the payer chooses: the card in the form, or a token. */
  by: ChosenMethod = byCard;
  /** Requests that paid by something else than the payer had chosen. */
  swapped = 0;
  stopNext = false;
  statusDown = false;
  readonly outcomes: Outcome[] = [];
  readonly visited: string[] = [];
  readonly errors: unknown[] = [];
  readonly announced = new Set<string>();
  mostInFlight = 0;
  readonly #guard = new Guard();
  #inFlight = 0;
  #now = Date.now();
  #config: Config;
  readonly #memory = new Map<string, StoredAttempt>();
  readonly #watching = new Map<number, () => void>();
  #lock: { readonly tab: number; readonly key: string } | undefined;
  readonly #pending = new Set<Promise<unknown>>();
  #timers: { at: number; tab: number; callback: () => void }[] = [];

  constructor(
    source: IntentSource,
    readonly hasStatus: boolean,
    readonly tokens: readonly string[],
  ) {
    this.#config = {
      baseUrl,
      publishableKey,
      intentSource: source,
      statusSource: hasStatus ? { kind: 'function', fetchStatus: readPayment } : { kind: 'none' },
      price,
      purchase: createPurchase('order-7', source, price, 'https://shop.example'),
      expiresAt: undefined,
      networks,
      manual: false,
      metadata: undefined,
      splits: undefined,
      invoiceId: undefined,
      timeout: 5_000,
    };
    this.load();
    this.tab = 1;
    this.load();
    this.tab = 0;
  }

  get remembered(): readonly StoredAttempt[] {
    return [...this.#memory.values()];
  }

  get checkout(): CheckoutMachine {
    return this.tabs[this.tab] as CheckoutMachine;
  }

  /** Opens the page, or opens it again: what the store holds is all that is left of before. */
  load(): void {
    const { tab } = this;
    this.#timers = this.#timers.filter((timer) => timer.tab !== tab);
    if (this.#lock?.tab === tab) this.#lock = undefined;
    this.tabs[tab] = new CheckoutMachine(this.#ports(tab), () => undefined);
    this.checkout.configure({ kind: 'complete', config: this.#config });
  }

  setSecret(clientSecret: string): void {
    const config: Config = {
      ...this.#config,
      intentSource: { kind: 'secret', clientSecret, intentId: undefined },
    };
    // Whoever renders the page anew reads the payment first, which this page does not know the end of.
    if (this.checkout.state.phase === 'unknown') return;
    this.#config = config;
    this.checkout.configure({ kind: 'complete', config });
  }

  get isLazy(): boolean {
    return this.#config.intentSource.kind !== 'secret';
  }

  async pass(milliseconds: number): Promise<void> {
    this.#now += milliseconds;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { callback } of due) callback();
    await this.settle();
  }

  /** Until nothing is under way any more. */
  async settle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
  }

  #note(tab: number, key: string, paymentId: string, stage: Stage): void {
    const before = this.#memory.get(key);
    const open = before?.stage === 'claimed' || before?.stage === 'sent' || before?.stage === 'waiting';
    if (open && before?.paymentId !== paymentId && stage !== 'claimed') return;
    this.#memory.set(key, { paymentId, stage, at: this.#now, returned: false });
    for (const [other, written] of this.#watching) if (other !== tab) written();
  }

  #track<T>(promise: Promise<T>): Promise<T> {
    const tracked = promise.finally(() => queueMicrotask(() => this.#pending.delete(tracked)));
    this.#pending.add(tracked);
    return tracked;
  }

  #ports(tab: number): Ports {
    const readSnapshot = (key: string): StoreSnapshot => ({
      entry: this.#memory.get(key),
      isLockedElsewhere: this.#lock !== undefined && this.#lock.tab !== tab && this.#lock.key === key,
    });
    const after = (milliseconds: number, callback: () => void) => {
      const timer = { at: this.#now + milliseconds, tab, callback };
      this.#timers.push(timer);
      return () => void (this.#timers = this.#timers.filter((other) => other !== timer));
    };
    return {
      gateway: {
        fulfil: (attempt, source) => {
          this.mostInFlight = Math.max(this.mostInFlight, ++this.#inFlight);
          const { by } = this;
          if (source.kind === 'external' ? source !== by : by.kind === 'external') this.swapped++;
          const again = this.resendNext;
          this.resendNext = false;
          const sent = again
            ? fulfil(attempt, source).then(() => fulfil(attempt, source))
            : fulfil(attempt, source);
          return this.#track(sent.finally(() => this.#inFlight--));
        },
        sendCode: (...code) => this.#track(sendCode(...code)),
      },
      merchant: {
        fetchIntent: (source, insteadOf) =>
          this.#track(
            source.kind === 'checkout' ? this.#guard.issue(insteadOf) : realMerchant.fetchIntent(source),
          ),
        fetchStatus: (_source, id) =>
          this.#track(
            this.statusDown
              ? Promise.reject(new Error('down'))
              : realMerchant.fetchStatus({ kind: 'function', fetchStatus: readPayment }, id),
          ),
      },
      clock: {
        now: () => this.#now,
        random: () => 0.5,
        after,
        afterVisible: after,
        whenOnline: (callback) => (callback(), () => undefined),
      },
      navigation: {
        go: (url) => void this.visited.push(url),
        openChallenge: (url) => (this.visited.push(url), undefined),
      },
      attemptStore: {
        read: ({ key }) => this.#memory.get(key),
        lock: ({ key }) => {
          const found = readSnapshot(key);
          if (!found.isLockedElsewhere) this.#lock = { tab, key };
          return Promise.resolve(found);
        },
        peek: ({ key }) => Promise.resolve(readSnapshot(key)),
        release: () => {
          if (this.#lock?.tab === tab) this.#lock = undefined;
        },
        save: ({ key }, paymentId, stage) => this.#note(tab, key, paymentId, stage),
        forget: () => undefined,
        watch: (_purchase, written) => {
          this.#watching.set(tab, written);
          return () => this.#watching.delete(tab);
        },
      },
      page: {
        newPaymentId: () => crypto.randomUUID(),
        readCode: () => this.code,
        readCard: () => ({ number: this.card, month: '12', year: '2030', cvc: '123', name: 'Sara Ali' }),
        clear: () => undefined,
        emitReady: () => undefined,
        adviseDeveloper: () => undefined,
        emitAttempt: (id) => {
          this.announced.add(id);
          const stop = this.stopNext;
          this.stopNext = false;
          return this.#track(stop ? Promise.reject(new Error('stopped')) : Promise.resolve());
        },
        emitRedirect: () => this.#track(Promise.resolve(true)),
        emitOutcome: (outcome) => (this.outcomes.push(outcome), true),
        emitError: (error) => void this.errors.push(error),
      },
    };
  }
}

type Command = fc.AsyncCommand<object, Purchase>;

const command = (name: string, run: (purchase: Purchase) => Promise<unknown>): Command => ({
  check: () => true,
  run: async (_model, purchase) => {
    await run(purchase);
    await purchase.settle();
    await invariants(purchase);
  },
  toString: () => name,
});

async function invariants(purchase: Purchase): Promise<void> {
  expect(purchase.mostInFlight, 'requests in flight').to.be.at.most(1);
  const made: Payment[] = [];
  for (const id of purchase.announced) {
    const found = await readPayment(id);
    if (found) made.push(payment.parse(found));
  }
  const isLeft = ({ id, status }: Payment) => status === 'initiated' && purchase.left.has(id);
  const alive = made.filter((it) => it.status !== 'failed' && !isLeft(it));
  expect(alive.length, 'payments of one purchase').to.be.at.most(1);

  for (const { state } of purchase.tabs) {
    const truth =
      'outcome' in state ? made.find(({ id }) => id === state.outcome.paymentId)?.status : undefined;
    if (state.phase === 'paid') expect(truth).to.equal('paid');
    if (state.phase === 'failed') expect(truth).to.equal('failed');
  }
  for (const url of purchase.visited) expect(new URL(url).hostname).to.equal('127.0.0.1');

  expect(purchase.swapped, 'requests with another source').to.equal(0);
  const { outcomes, errors, visited, remembered } = purchase;
  const errorDetails = errors.map((error) => ({ ...(error as object), text: String(error) }));
  const seen = JSON.stringify([outcomes, errorDetails, visited, remembered]);
  for (const token of [...purchase.tokens, 'otp_token', '512345678']) expect(seen).not.to.contain(token);
}

const faults = [
  'drop-before',
  'drop-after',
  'html-403',
  '401',
  '405',
  '429',
  '500',
  '503',
  'truncated',
  'unknown-status',
  'no-transaction-url',
  'bad-transaction-url',
];

const commands = [
  fc.constant(command('the other tab', async (it) => (it.tab = it.tab === 0 ? 1 : 0))),
  fc.constant(command('send the next request twice', async (it) => (it.resendNext = true))),
  fc.constant(command('pay', (it) => it.checkout.submit(it.by).catch(() => undefined))),
  fc.constant(
    command('pay twice', (it) =>
      Promise.allSettled([it.checkout.submit(it.by), it.checkout.submit(it.by), it.checkout.submit(it.by)]),
    ),
  ),
  fc
    .constantFrom(cards.paid, cards.challenged, '4242424242424242')
    .map((card) => command(`take ${card}`, async (it) => void ((it.card = card), (it.by = byCard)))),
  fc.constantFrom(0, 1, 2).map((nth) =>
    command(`take token ${nth}`, async (it) => {
      it.by = { kind: 'external', source: { type: 'token', token: it.tokens[nth] ?? '' } };
    }),
  ),
  fc.constantFrom('0512345678', '0515555555').map((mobile) =>
    command(`pay by STC Pay, ${mobile}`, (it) => {
      it.by = { kind: 'external', source: { type: 'stcpay', mobile } };
      return it.checkout.submit(it.by).catch(() => undefined);
    }),
  ),
  fc.constantFrom('123456', '999999').map((code) =>
    command(`type ${code}, twice`, async (it) => {
      it.code = code;
      it.checkout.submitCode();
      it.checkout.submitCode();
    }),
  ),
  fc.constant(
    command('leave the code', async (it) => {
      const { state } = it.checkout;
      if (state.phase === 'confirming' && !state.isCodeSent) it.left.add(state.payment.id);
      if (state.phase === 'confirming') it.checkout.payAnotherWay('ask');
    }),
  ),
  fc
    .constantFrom('fulfil', 'send-code')
    .chain((route) =>
      fc.constantFrom(...faults).map((name) => command(`break ${route}: ${name}`, () => fault(name, route))),
    ),
  fc.boolean().map((down) => command(`status ${down ? 'down' : 'up'}`, async (it) => (it.statusDown = down))),
  fc.constant(command('stop the next attempt', async (it) => (it.stopNext = true))),
  fc.constant(command('reload', async (it) => it.load())),
  fc.constant(command('come back', async (it) => it.checkout.returnToPage())),
  fc.constant(command('reset', async (it) => it.checkout.reset())),
  fc.constantFrom(100, 3_000, 60_000).map((ms) => command(`wait ${ms}`, (it) => it.pass(ms))),
  fc.constant(
    command('a new secret', async (it) => {
      // What a merchant does after a decline; at any other time only the checkout stands between two payments.
      const { phase } = it.checkout.state;
      if (!it.isLazy && phase !== 'paid') it.setSecret((await createIntent()).client_secret);
    }),
  ),
  fc.constantFrom('authenticated', 'rejected').map((answer) =>
    command(`the bank: ${answer}`, async (it) => {
      const { state } = it.checkout;
      if (state.phase !== 'redirecting') return;
      await answerBank(state.url, answer);
    }),
  ),
];

describe('any payer, page and network', () => {
  for (const kind of ['secret', 'function', 'checkout'] as const) {
    for (const hasStatus of [false, true]) {
      it(`pays at most once and is told the truth (${kind}, ${hasStatus ? 'with' : 'without'} status)`, async () => {
        await fc.assert(
          fc.asyncProperty(fc.commands(commands, { maxCommands: 14, size: 'max' }), async (played) => {
            await resetSandbox();
            const tokens = [
              await saveCard(cards.paid),
              await saveCard(cards.challenged),
              'token_unknown_or_deleted',
            ];
            const source: IntentSource =
              kind === 'secret'
                ? { kind, clientSecret: (await createIntent()).client_secret, intentId: undefined }
                : kind === 'function'
                  ? { kind, fetchIntent: () => createIntent() }
                  : { kind, url: 'https://shop.example/checkout/7/intent' };
            const setup = () => ({ model: {}, real: new Purchase(source, hasStatus, tokens) });
            await fc.asyncModelRun(setup, played);
          }),
          { numRuns: 50, includeErrorInReport: true },
        );
      });
    }
  }
});
