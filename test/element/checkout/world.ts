import type { Card } from '../../../src/element/card/card.js';
import { CheckoutMachine } from '../../../src/element/checkout/checkout-machine.js';
import type { Config, ParsedConfig } from '../../../src/element/checkout/config.js';
import type { ChosenMethod, SentMethod } from '../../../src/element/checkout/payment-method.js';
import type { CheckoutPayment } from '../../../src/element/checkout/payment.js';
import type {
  CodeResult,
  FulfilResult,
  FetchedIntent,
  IntentResponse,
  Ports,
} from '../../../src/element/checkout/ports.js';
import type { PriceDifference } from '../../../src/element/checkout/price.js';
import type {
  StoreSnapshot,
  Purchase,
  StoredAttempt,
  Stage,
} from '../../../src/element/checkout/purchase.js';
import { PayError } from '../../../src/error.js';

export const secretConfig: Config = {
  baseUrl: 'https://api.example.com/v1',
  publishableKey: 'pk_test_1',
  intentSource: { kind: 'secret', clientSecret: 'pi_secret_1', intentId: undefined },
  statusSource: { kind: 'none' },
  purchase: { namedBy: 'intent', name: 'pi_secret_1', key: 'intent pi_secret_1' },
  price: { amount: 10_000, currency: 'SAR' },
  expiresAt: undefined,
  networks: ['mada', 'visa'],
  manual: false,
  metadata: undefined,
  splits: undefined,
  invoiceId: undefined,
  timeout: 60_000,
};
export const lazyConfig: Config = {
  ...secretConfig,
  intentSource: { kind: 'url', url: 'https://shop.example/intent' },
  purchase: {
    namedBy: 'intent-url',
    name: 'https://shop.example/intent',
    key: 'intent-url https://shop.example/intent 10000 SAR',
  },
};
/** Nothing but a function of the page names the purchase. */
export const functionConfig: Config = {
  ...lazyConfig,
  intentSource: { kind: 'function', fetchIntent: () => Promise.resolve() },
};
export const askableLazy: Config = {
  ...lazyConfig,
  statusSource: { kind: 'url', url: 'https://shop.example/status' },
};
/** With the merchant's half at an address that names no order. */
export const sessionConfig: Config = {
  ...askableLazy,
  intentSource: { kind: 'checkout', url: 'https://shop.example/checkout/intent' },
  purchase: { namedBy: 'checkout-url', name: 'https://shop.example/checkout', key: 'checkout-url' },
};
/** With the merchant's half, which answers each press. */
export const guardedConfig: Config = {
  ...askableLazy,
  intentSource: { kind: 'checkout', url: 'https://shop.example/checkout/7/intent' },
  purchase: {
    namedBy: 'checkout-url',
    name: 'https://shop.example/checkout/7/intent',
    key: 'checkout-url 7',
  },
};
export const askable: Config = {
  ...secretConfig,
  statusSource: { kind: 'url', url: 'https://shop.example/status' },
};
export const complete = (config: Config): ParsedConfig => ({ kind: 'complete', config });
export const missing: ParsedConfig = { kind: 'missing', error: new PayError('configuration', 'missing') };
export const wrong: ParsedConfig = { kind: 'invalid', error: new PayError('configuration', 'wrong') };

export const intent: FetchedIntent = {
  id: 'i1',
  clientSecret: 'pi_secret_9',
  amount: 10_000,
  currency: 'SAR',
};
const card: Card = { number: '4111111111111111', month: '12', year: '2030', cvc: '123', name: 'Sara Ali' };

/** What is paid by, of each kind. */
export const byCard: ChosenMethod = { kind: 'card', save: false };
export const byGiven: ChosenMethod = { kind: 'external', source: { type: 'token', token: 'token_given_1' } };
/** A page's own STC Pay: the code is typed in the form. */
export const byStc: ChosenMethod = { kind: 'external', source: { type: 'stcpay', mobile: '0512345678' } };
export const everyBy: readonly ChosenMethod[] = [byCard, byGiven, byStc];

/** Something that the test answers when it likes. */
export class Question<T> {
  readonly promise: Promise<T>;
  resolve!: (value: T) => void;
  reject!: (reason: unknown) => void;

  constructor() {
    this.promise = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
  }
}

/** Lets everything that was answered take its course. */
export const settle = () => new Promise((resolve) => setTimeout(resolve));

/** The world around a checkout, played by the test: what it was asked to do is in `log`, in order. */
export class World {
  readonly log: string[] = [];
  /** Outcomes and errors, in order. */
  readonly emitted: unknown[] = [];
  readonly advices: string[] = [];
  /** What each outcome says of an amount that is not the shown one. */
  readonly differences: (PriceDifference | undefined)[] = [];
  readonly sent: SentMethod[] = [];
  now = 1_000_000;
  isOnline = true;
  /** Waits for the device to be online again. */
  onOnline: (() => void) | undefined;
  card: Card | undefined = card;
  followOutcome = true;
  entry: StoredAttempt | undefined;
  isLockedElsewhere = false;
  readonly lookedUp: Purchase[] = [];
  /** What the page does when an outcome is emitted. */
  onOutcome: (() => void) | undefined;
  /** Calls back whoever watches the purchase in the store. */
  written: (() => void) | undefined;
  ids = 0;
  fulfilment = new Question<FulfilResult>();
  /** What comes of a code, and what the payer has typed. */
  confirmation = new Question<CodeResult>();
  code: string | undefined = '123456';
  fetched = new Question<IntentResponse>();
  /** What `lock` answers; undefined: what the store holds. */
  locked: Question<StoreSnapshot> | undefined;
  /** The bank's page, when it opens inside this one. */
  inside: Question<'left' | undefined> | undefined;
  status = new Question<CheckoutPayment | undefined>();
  attempt = new Question<void>();
  redirect = new Question<boolean>();
  timers: { at: number; seen: boolean; limit: boolean; callback: () => void }[] = [];
  readonly checkout = new CheckoutMachine(this.#ports(), () =>
    this.log.push(`is ${this.checkout.state.phase}`),
  );

  /** Moves the clock, and calls whoever waited for it. */
  pass(milliseconds: number): void {
    this.now += milliseconds;
    for (const timer of this.timers.filter(({ at }) => at <= this.now)) {
      this.timers = this.timers.filter((other) => other !== timer);
      timer.callback();
    }
  }

  /** In how many milliseconds each timer goes off, but for the limits on what is waited for. */
  get due(): number[] {
    return this.timers.filter(({ limit }) => !limit).map(({ at }) => at - this.now);
  }

  /** In how many milliseconds somebody is asked, once the payer looks. */
  get asks(): number[] {
    return this.timers.filter(({ seen }) => seen).map(({ at }) => at - this.now);
  }

  #ports(): Ports {
    const log = (text: string) => void this.log.push(text);
    const after = (seen: boolean) => (milliseconds: number, callback: () => void) => {
      const limit =
        !seen &&
        (milliseconds === 30_000 || (milliseconds === 3_000 && this.checkout.state.phase === 'paying'));
      const timer = { at: this.now + milliseconds, seen, limit, callback };
      this.timers.push(timer);
      return () => void (this.timers = this.timers.filter((other) => other !== timer));
    };
    return {
      gateway: {
        fulfil: ({ intent }, source) => {
          log(`send on ${intent.clientSecret}`);
          this.sent.push(source);
          return this.fulfilment.promise;
        },
        sendCode: (_config, id, url, code) => {
          log(`send ${code} for ${id} to ${url}`);
          return this.confirmation.promise;
        },
      },
      merchant: {
        fetchIntent: ({ kind }, insteadOf) => (
          log(`fetch intent from ${kind}${insteadOf ? ` instead of ${insteadOf}` : ''}`),
          this.fetched.promise
        ),
        fetchStatus: (_source, paymentId) => (log(`ask about ${paymentId}`), this.status.promise),
      },
      clock: {
        now: () => this.now,
        random: () => 0,
        after: after(false),
        afterVisible: after(true),
        whenOnline: (callback) => {
          if (this.isOnline) callback();
          else this.onOnline = callback;
          return () => (this.onOnline = undefined);
        },
      },
      navigation: {
        go: (url) => log(`go to ${url}`),
        openChallenge: (url) => (log(`go to ${url}`), this.inside?.promise),
      },
      attemptStore: {
        read: (purchase) => (this.lookedUp.push(purchase), this.entry),
        lock: () => {
          log('lock');
          return (
            this.locked?.promise ??
            Promise.resolve({ isLockedElsewhere: this.isLockedElsewhere, entry: this.entry })
          );
        },
        peek: () => Promise.resolve({ isLockedElsewhere: this.isLockedElsewhere, entry: this.entry }),
        release: () => log('release'),
        save: (_purchase, id, stage, replacesPaid) => {
          if (this.entry?.paymentId === id && this.entry.stage === 'paid' && !replacesPaid) return;
          log(`save ${id} ${stage}`);
          this.entry = { paymentId: id, stage, at: this.now, returned: true };
        },
        forget: () => log('forget-attempt'),
        watch: (_purchase, written) => {
          this.written = written;
          return () => (this.written = undefined);
        },
      },
      page: {
        newPaymentId: () => `p${++this.ids}`,
        readCard: () => this.card,
        readCode: () => this.code,
        clear: (what) => log(`clear ${what}`),
        emitReady: () => log('emit ready'),
        emitAttempt: (id, method) => (
          log(`announce ${id}${method === 'card' ? '' : ` by ${method}`}`),
          this.attempt.promise
        ),
        emitRedirect: (url) => (log(`leave for ${url}`), this.redirect.promise),
        emitOutcome: (outcome, differs) => {
          log(`emit ${outcome.status}`);
          this.differences.push(differs);
          this.emitted.push(outcome);
          this.onOutcome?.();
          return this.followOutcome;
        },
        emitError: (error) => {
          log(`emit error ${error.code}`);
          this.emitted.push(error);
        },
        adviseDeveloper: (advice) => void this.advices.push(advice),
      },
    };
  }
}

/** An attempt that the store holds. */
export const stored = (
  paymentId: string,
  stage: Stage,
  over: Partial<StoredAttempt> = {},
): StoredAttempt => ({
  paymentId,
  stage,
  at: 1_000_000,
  returned: false,
  ...over,
});

/** A world whose page has set everything; what that led to is no longer in its log. */
export function readyWorld(config: Config = secretConfig): World {
  const world = new World();
  world.checkout.configure(complete(config));
  world.log.length = 0;
  return world;
}
