import { BrowserAttemptStore } from '../../../src/element/browser/attempt-store.js';
import type { Stage } from '../../../src/element/checkout/purchase.js';
import { PayCheckout, PayError } from '../../../src/entries/element.js';
import { PayResult } from '../../../src/entries/return.js';
import * as en from '../../../src/element/i18n/locales/en.js';
import { waitUntil } from '../../wait-until.js';
import type { Facts } from './facts.js';

PayCheckout.define();
PayResult.define();

type Element = PayCheckout | PayResult;

/** One thing that can be known of the payer's money, and how a real element gets to know it. */
export interface Scene {
  /** For the table: the state of the element, and what is known. */
  readonly state: string;
  readonly known: string;
  readonly facts: Facts;
  readonly play: (stage: Theatre) => Promise<Element>;
}

const bank = 'https://pay.example/3ds';
const id = '11111111-1111-4111-8111-111111111111';
const payment = (status: string, source: object = {}) => ({ id, status, source });
const initiated = payment('initiated', { type: 'creditcard', transaction_url: bank });
const inReference = { namedBy: 'reference', name: 'order-7', key: 'reference order-7' } as const;
const minutes = 60_000;

/** The world around one element: the service that answers it, the clock, the memory of earlier payments. */
export class Theatre {
  readonly #real = { fetch: window.fetch, now: Date.now };
  readonly #elements: Element[] = [];
  readonly #atEnd: (() => void)[] = [];
  #ahead = 0;
  readonly #waiting: ((answer: Response) => void)[] = [];
  /** What the service answers: nothing, until the scene is over. */
  service = (): Promise<Response> => new Promise((answer) => void this.#waiting.push(answer));

  constructor(readonly place: HTMLElement = document.body) {
    localStorage.clear();
    sessionStorage.clear();
    Date.now = () => this.#real.now.call(Date) + this.#ahead;
    window.fetch = (input, init) => {
      // Whether the device is offline.
      if (init?.method === 'HEAD') return nobody();
      return init?.method === 'POST' ? this.service() : this.#real.fetch.call(window, input, init);
    };
  }

  answers(status: number, body: unknown): void {
    this.service = () => Promise.resolve(new Response(JSON.stringify(body), { status }));
  }

  /** The service makes the payment that was asked for, and tells it with this status. */
  makes(status: string, source: object = {}, over: object = {}): void {
    window.fetch = (_input, init) => {
      const { given_id } = JSON.parse(String(init?.body)) as { given_id: string };
      return Promise.resolve(
        new Response(JSON.stringify({ id: given_id, status, source, ...over }), { status: 201 }),
      );
    };
  }

  wait(milliseconds: number): void {
    this.#ahead += milliseconds;
  }

  /** Plays a scene in which nothing happens for seconds, with timers that run a hundred times as fast. */
  async hurry<T>(play: () => Promise<T>): Promise<T> {
    const { setTimeout } = window;
    window.setTimeout = ((callback: () => void, milliseconds = 0) =>
      setTimeout(callback, milliseconds / 100)) as typeof setTimeout;
    try {
      return await play();
    } finally {
      window.setTimeout = setTimeout;
    }
  }

  remember(stage: Stage, paymentId = id, ago = 0): void {
    this.#ahead -= ago;
    new BrowserAttemptStore().save(inReference, paymentId, stage);
    this.#ahead += ago;
  }

  async form(properties: Partial<PayCheckout> = {}): Promise<PayCheckout> {
    const element = document.createElement('pay-checkout');
    element.addEventListener('pay-redirect', (event) => event.preventDefault());
    Object.assign(element, {
      baseUrl: 'https://pay.example/v1',
      publishableKey: 'pk_test_1',
      amount: 10_000,
      currency: 'SAR',
      reference: 'order-7',
      ...(properties.clientSecret ? {} : { fetchIntent: intents() }),
      ...properties,
    });
    this.#show(element);
    await element.updateComplete;
    await quiet();
    return element;
  }

  /** The page that the payer comes back to. */
  async back(properties: Partial<PayResult>): Promise<PayResult> {
    const element = document.createElement('pay-result');
    Object.assign(element, properties);
    this.#show(element);
    await element.updateComplete;
    return element;
  }

  atEnd(end: () => void): void {
    this.#atEnd.push(end);
  }

  #show(element: Element): void {
    this.#elements.push(element);
    this.place.append(element);
  }

  /** What is under way ends too: a payment would keep the lock of the purchase. */
  async close(): Promise<void> {
    for (const answer of this.#waiting) answer(new Response('{}', { status: 400 }));
    for (const end of this.#atEnd) end();
    await quiet();
    for (const element of this.#elements) element.remove();
    window.fetch = this.#real.fetch;
    Date.now = this.#real.now;
    Reflect.deleteProperty(navigator, 'onLine');
  }
}

const intents = () => {
  let made = 0;
  return () =>
    Promise.resolve({
      id: `i${++made}`,
      client_secret: `pi_secret_${made}`,
      amount: 10_000,
      currency: 'SAR',
    });
};

/** Everything that follows from what has just happened has happened. */
export const quiet = async (): Promise<void> => {
  for (let turn = 0; turn < 6; turn++) await new Promise((resolve) => setTimeout(resolve));
};

/** The sentences and the buttons of a notice. A reference is neither: it differs from payment to payment. */
export const linesOf = (element: Element): string[] =>
  [...(element.shadowRoot?.querySelectorAll('[part~="notice"] :is(p:not(.reference), button)') ?? [])].map(
    ({ textContent }) => textContent,
  );

export const shown = (element: Element): string => linesOf(element).join(' | ');

export async function fill(form: PayCheckout): Promise<void> {
  const texts = { number: '4111114005765430', expiry: '12/30', cvc: '123', name: 'Sara Ali' };
  for (const [name, text] of Object.entries(texts)) {
    const input = form.shadowRoot?.querySelector<HTMLInputElement>(`#${name}`);
    if (!input) throw new Error(`There is no ${name}.`);
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }
  await form.updateComplete;
}

async function pay(form: PayCheckout): Promise<PayCheckout> {
  await fill(form);
  form.submit().catch(() => undefined);
  await waitUntil(() => form.state !== 'ready');
  await waitUntil(() => form.state !== 'paying');
  await form.updateComplete;
  return form;
}

async function press(form: PayCheckout, at: number): Promise<PayCheckout> {
  form.shadowRoot?.querySelectorAll<HTMLElement>('[part~="notice"] button')[at]?.click();
  await form.updateComplete;
  return form;
}

const offline = () => Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
const stopAll = (event: Event) => event.preventDefault();
const secret = { clientSecret: 'pi_secret_0' };
const nobody = () => Promise.reject(new Error('no answer'));

/** Nothing came back, and the merchant's server cannot say more. */
async function silent(stage: Theatre, properties: Partial<PayCheckout> = {}): Promise<PayCheckout> {
  stage.answers(500, {});
  return pay(await stage.form(properties));
}

/** A payment that was sent and never arrived: the merchant's server says so for a minute. */
async function lost(stage: Theatre): Promise<PayCheckout> {
  let calls = 0;
  const fetchStatus = () => {
    if (++calls > 1) stage.wait(31_000);
    return Promise.resolve(undefined);
  };
  return stage.hurry(async () => {
    const form = await silent(stage, { fetchStatus });
    await waitUntil(() => form.state === 'ready');
    await form.updateComplete;
    return form;
  });
}

async function remembered(
  stage: Theatre,
  ago: number,
  status: unknown,
  properties: Partial<PayCheckout> = {},
): Promise<PayCheckout> {
  stage.remember('waiting', id, ago);
  const form = await stage.form({ fetchStatus: () => Promise.resolve(status), ...properties });
  await waitUntil(() => linesOf(form).length > 0);
  if (status) await quiet();
  await form.updateComplete;
  return form;
}

/** A payment that was remembered, and of which the shop has said twice that the bank waits. */
const atBank = (stage: Theatre, ago: number): Promise<PayCheckout> =>
  stage.hurry(async () => {
    const form = await remembered(stage, ago, initiated);
    await waitUntil(() => linesOf(form).includes(en.form.atBank));
    return form;
  });

const settles = (
  status: NonNullable<Facts['read']>,
  known: string,
  source: object = {},
  properties: Partial<PayCheckout> = {},
  over: object = {},
): Scene => ({
  state: { voided: 'failed', expired: 'failed', refunded: 'paid' }[status as string] ?? status,
  known,
  facts: { sent: true, read: status },
  play: async (stage) => {
    stage.makes(status, source, over);
    return pay(await stage.form(properties));
  },
});

const declines = [
  ['05', 'declined'],
  ['51', 'too little money'],
  ['54', 'the card has expired'],
  ['61', 'over the limit'],
  ['57', 'not permitted'],
  ['82', 'the security code'],
  ['14', 'an unknown number'],
  ['91', 'the bank was not reached'],
] as const;

const otherAmount = { amount: 9_000, currency: 'SAR' };

/** The merchant's server lets nothing be paid. */
async function conflict(stage: Theatre, type: string, blocking: unknown): Promise<PayCheckout> {
  stage.answers(409, { type, payment: blocking });
  return pay(await stage.form({ checkoutUrl: '/checkout/7', fetchIntent: undefined }));
}

/** All of `<pay-checkout>`, in the page and in a frame. */
export const scenes: readonly Scene[] = [
  settles('expired', 'the service has ended the payment'),
  settles('expired', 'the service has ended the payment; a fresh intent must come from the shop', {}, secret),
  settles('paid', 'over another amount than was shown', {}, {}, otherAmount),
  settles('authorized', 'over another amount than was shown', {}, {}, otherAmount),
  ...[payment('paid'), null].map((blocking): Scene => ({
    state: 'unknown',
    known: `the shop must look at a payment of the order${blocking ? '' : ', which it does not name'}`,
    facts: { sent: true, orderClosed: true },
    play: (stage) => conflict(stage, 'payment_held', blocking),
  })),
  ...(['order_paid', 'payment_open'] as const).map((type): Scene => ({
    state: 'ready',
    known: `the shop refuses, and names no payment: ${type}`,
    facts: { sent: true, orderClosed: true },
    play: (stage) => conflict(stage, type, null),
  })),
  {
    state: 'misconfigured',
    known: 'a value is wrong',
    facts: { sent: true },
    play: async (stage) => {
      const form = await stage.form({ publishableKey: 'sk_test_1' });
      await waitUntil(() => form.state === 'misconfigured');
      return form;
    },
  },
  {
    state: 'expired',
    known: 'the time has run out',
    facts: { sent: true },
    play: (stage) => stage.form({ ...secret, expiresAt: new Date(Date.now() - minutes).toISOString() }),
  },
  {
    state: 'expired',
    known: 'the service refuses the intent, and nobody can be asked',
    facts: { sent: true, intentClosed: true },
    play: async (stage) => {
      stage.answers(400, { type: 'intent_not_fulfillable' });
      return pay(await stage.form(secret));
    },
  },
  {
    state: 'ready',
    known: 'the time runs out soon',
    facts: { sent: true },
    play: (stage) => {
      const ends = new Date(2030, 0, 1, 12, 34).getTime();
      stage.wait(ends - 4 * minutes - Date.now());
      return stage.form({ ...secret, expiresAt: new Date(ends).toISOString() });
    },
  },
  {
    state: 'ready',
    known: 'the device is offline; nothing was ever sent',
    facts: { sent: false },
    play: async (stage) => {
      offline();
      return pay(await stage.form(secret));
    },
  },
  {
    state: 'ready',
    known: 'the page stopped the attempt; nothing was ever sent',
    facts: { sent: false },
    play: async (stage) => {
      const form = await stage.form(secret);
      form.addEventListener('pay-attempt', stopAll);
      return pay(form);
    },
  },
  {
    state: 'ready',
    known: 'the page stopped the attempt; memory knows an earlier payment',
    facts: { sent: true },
    play: async (stage) => {
      stage.remember('free');
      const form = await stage.form(secret);
      form.addEventListener('pay-attempt', stopAll);
      return pay(form);
    },
  },
  {
    state: 'ready',
    known: 'no intent came: no connection to the shop',
    facts: { sent: true },
    play: async (stage) => pay(await stage.form({ fetchIntent: nobody })),
  },
  {
    state: 'ready',
    known: 'no intent came: the shop’s endpoint is wrong',
    facts: { sent: true },
    play: async (stage) => pay(await stage.form({ fetchIntent: () => Promise.resolve({}) })),
  },
  {
    state: 'ready',
    known: 'no intent came: the shop allows no more tries for a while',
    facts: { sent: true },
    play: async (stage) => {
      const tooMany = new PayError('api', 'Too many tries.', { field: 'fetchIntent', status: 429 });
      return pay(await stage.form({ fetchIntent: () => Promise.reject(tooMany) }));
    },
  },
  {
    state: 'ready',
    known: 'no intent came: the shop asks for its own check first',
    facts: { sent: true },
    play: async (stage) => {
      const wanted = new PayError('api', 'A challenge.', {
        field: 'fetchIntent',
        status: 403,
        type: 'challenge_required',
      });
      return pay(await stage.form({ fetchIntent: () => Promise.reject(wanted) }));
    },
  },
  {
    state: 'ready',
    known: 'another window has begun to pay, and memory does not know which payment',
    facts: { sent: true, endUnknown: true },
    play: async (stage) => {
      // A claim takes the lock before it writes, as another tab does that has just begun.
      const otherTab = new BrowserAttemptStore();
      await otherTab.lock(inReference);
      stage.atEnd(() => otherTab.release());
      return pay(await stage.form());
    },
  },
  {
    state: 'ready',
    known: 'no intent came: the shop says that it has ended',
    facts: { sent: true },
    play: async (stage) =>
      pay(await stage.form({ fetchIntent: () => Promise.reject(new PayError('expired', 'ended')) })),
  },
  {
    state: 'ready',
    known: 'the service refused the payment',
    facts: { sent: true },
    play: async (stage) => {
      stage.answers(400, { type: 'api_error', message: 'Refused' });
      return pay(await stage.form());
    },
  },
  {
    state: 'ready',
    known: 'the service refused the card details',
    facts: { sent: true },
    play: async (stage) => {
      stage.answers(400, { errors: { number: ['is not a card number'] } });
      return pay(await stage.form());
    },
  },
  {
    state: 'ready',
    known: 'the payment never arrived',
    facts: { sent: true, sameAgain: true },
    play: lost,
  },
  {
    state: 'ready',
    known: 'the payment never arrived, and the next try failed',
    facts: { sent: true, sameAgain: true },
    play: async (stage) => {
      const form = await lost(stage);
      offline();
      return pay(form);
    },
  },
  {
    state: 'ready',
    known: 'the service refused the intent as closed, and the shop knows no payment',
    facts: { sent: true },
    play: async (stage) => {
      let calls = 0;
      const fetchStatus = () => {
        if (++calls > 2) stage.wait(11_000);
        return Promise.resolve(undefined);
      };
      stage.answers(400, { type: 'intent_not_fulfillable' });
      return stage.hurry(async () => {
        const form = await pay(await stage.form({ fetchStatus }));
        await waitUntil(() => form.state === 'ready');
        await form.updateComplete;
        return form;
      });
    },
  },
  {
    state: 'unknown',
    known: 'no answer came; the shop is asked',
    facts: { sent: true, endUnknown: true },
    play: (stage) => silent(stage, { fetchStatus: nobody }),
  },
  {
    state: 'unknown',
    known: 'no answer came for ten minutes; the shop is asked',
    facts: { sent: true, endUnknown: true },
    play: async (stage) => {
      stage.remember('sent', id, 11 * minutes);
      const form = await stage.form({ fetchStatus: nobody });
      await waitUntil(() => linesOf(form).length > 0);
      return form;
    },
  },
  {
    state: 'unknown',
    known: 'no answer came; nobody can be asked',
    facts: { sent: true, endUnknown: true },
    play: (stage) => silent(stage),
  },
  {
    state: 'unknown',
    known: 'the bank waits for the payer',
    facts: { sent: true, read: 'initiated' },
    play: (stage) => atBank(stage, 0),
  },
  {
    state: 'unknown',
    known: 'the bank has waited for ten minutes',
    facts: { sent: true, read: 'initiated' },
    play: (stage) => atBank(stage, 11 * minutes),
  },
  {
    state: 'unknown',
    known: 'the payer asks for another way to pay',
    facts: { sent: true, read: 'initiated' },
    play: async (stage) => press(await atBank(stage, 11 * minutes), 1),
  },
  {
    state: 'unknown',
    known: 'another window is paying',
    facts: { sent: true, endUnknown: true },
    play: async (stage) => {
      const first = await stage.form();
      await fill(first);
      const stopped = () => Promise.reject(new Error('The scene is over.'));
      first.addEventListener('pay-attempt', (event) => event.detail.waitUntil(stage.service().then(stopped)));
      first.submit().catch(() => undefined);
      await waitUntil(() => first.state === 'paying');
      const second = await stage.form();
      await waitUntil(() => second.state === 'unknown');
      await second.updateComplete;
      return second;
    },
  },
  settles('paid', 'paid'),
  settles('authorized', 'authorized, not captured'),
  settles('refunded', 'refunded'),
  settles('voided', 'voided; the payer can pay again here'),
  settles('voided', 'voided; only the shop can bring a new intent', {}, secret),
  ...declines.map(([response_code, why]) => settles('failed', `failed: ${why}`, { response_code })),
  settles('failed', 'failed: the card is not enrolled', { message: 'Card not enrolled' }),
  settles('failed', 'failed: the bank could not tell who it was', { message: '3DS authentication failed' }),
  settles('failed', 'failed; only the shop can bring a new intent', { response_code: '05' }, secret),
  {
    state: 'failed',
    known: 'failed, beside a payment that was given up and may still go through',
    facts: { sent: true, read: 'failed', otherOpen: true },
    play: async (stage) => {
      stage.remember('given-up');
      stage.makes('failed', { response_code: '05' });
      return pay(await stage.form());
    },
  },
];

const resultScene = (known: string, facts: Facts, status: unknown, over: Partial<PayResult> = {}): Scene => ({
  state: 'pay-result',
  known,
  facts,
  play: async (stage) => {
    const properties = { paymentId: id, fetchStatus: () => Promise.resolve(status), ...over };
    const element = await stage.hurry(async () => {
      const element = await stage.back(properties);
      await waitUntil(() => linesOf(element).length > 0);
      return element;
    });
    const final = typeof status === 'object' && status !== null && status !== initiated;
    if (final) await quiet();
    await element.updateComplete;
    return element;
  },
});

/** All of `<pay-result>`. */
export const resultScenes: readonly Scene[] = [
  resultScene('the shop has no answer yet', { sent: true, endUnknown: true }, undefined),
  {
    ...resultScene('the bank waits for the payer', { sent: true, read: 'initiated' }, initiated),
    play: (stage) =>
      stage.hurry(async () => {
        const element = await stage.back({ paymentId: id, fetchStatus: () => Promise.resolve(initiated) });
        await waitUntil(() => element.shadowRoot?.querySelector('button') !== null);
        return element;
      }),
  },
  resultScene('nobody can be asked', { sent: true, endUnknown: true }, undefined, { fetchStatus: undefined }),
  resultScene('no payment is named', { sent: true }, undefined, { paymentId: undefined }),
  resultScene('paid', { sent: true, read: 'paid' }, payment('paid')),
  resultScene('authorized, not captured', { sent: true, read: 'authorized' }, payment('authorized')),
  resultScene('refunded', { sent: true, read: 'refunded' }, payment('refunded')),
  resultScene('voided', { sent: true, read: 'voided' }, payment('voided')),
  resultScene('failed', { sent: true, read: 'failed' }, payment('failed', { response_code: '51' })),
  {
    ...resultScene('', { sent: true, read: 'failed', otherOpen: true }, undefined),
    known: 'failed, beside a payment that was given up and may still go through',
    play: async (stage) => {
      stage.remember('given-up', 'p0');
      stage.remember('claimed');
      const element = await stage.back({
        paymentId: id,
        fetchStatus: () => Promise.resolve(payment('failed', { response_code: '51' })),
      });
      await waitUntil(() => linesOf(element).length > 2);
      return element;
    },
  },
];
