import { mock } from 'node:test';
import { memoryStore } from '../../src/server/stores/memory.js';
import {
  createCheckout,
  createPayClient,
  memoryOrders,
  orderIdOf,
  type Order,
  type Settlement,
} from '../../src/server/index.js';

const [second, minute, hour] = [1000, 60_000, 3_600_000];
const base = 'https://api.example/v1';
const sharedSecret = 'whsec_walk';

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    chance: (part: number) => next() < part,
    below,
    pick: <T>(list: readonly T[]) => list[below(list.length)],
  };
}
type Random = ReturnType<typeof randomOf>;

interface Intent {
  readonly id: string;
  readonly account: string;
  readonly amount: number;
  readonly callbackUrl: string;
  readonly description: string;
  readonly createdAt: number;
  status: 'created' | 'fulfilled' | 'canceled';
  usedAt?: number;
}

interface Payment {
  readonly id: string;
  readonly account: string;
  readonly amount: number;
  readonly callbackUrl: string;
  readonly createdAt: number;
  /** Of a charge, the id that was sent. */
  readonly intent: Pick<Intent, 'id'> | undefined;
  readonly mark?: string;
  /** The amount before the service's coupon. */
  readonly couponOf?: number;
  status: string;
}

/** A service whose reads lag, and which may leave out the time or add metadata. Its answers have the service's shapes. */
function createService(
  random: Random,
  {
    saysTime,
    addsMetadata,
    takesGivenId,
  }: { saysTime: boolean; addsMetadata: boolean; takesGivenId: boolean },
) {
  const intents: Intent[] = [];
  const payments: Payment[] = [];
  let history: { at: number; text: string }[] = [];
  let lagMs = 0;
  const now = () => Date.now();
  const remember = () => {
    history.push({ at: now(), text: JSON.stringify({ intents, payments }) });
    history = history.filter(({ at }, index) => index > history.length - 200 || at > now() - 10 * minute);
  };
  /** The newest state that is at least as old as the lag. */
  const read = (): { intents: Intent[]; payments: Payment[] } => {
    const until = now() - (random.chance(0.7) ? lagMs : 0);
    const seen = history.filter(({ at }) => at <= until).at(-1);
    return lagMs === 0 || !seen ? { intents, payments } : (JSON.parse(seen.text) as never);
  };
  const stamp = (time: number) => new Date(time).toISOString();
  const intentBody = ({ id, amount, status, callbackUrl, description, createdAt, usedAt }: Intent) => ({
    ...{ id, amount, currency: 'SAR', status, description, client_secret: `pi_secret_${id}` },
    ...{ callback_url: callbackUrl, created_at: stamp(createdAt), expires_at: stamp(createdAt + hour) },
    fulfilled_at: usedAt === undefined ? null : stamp(usedAt),
  });
  const paymentBody = ({ id, amount, status, callbackUrl, createdAt, mark, couponOf }: Payment) => ({
    ...{ id, amount, status, currency: 'SAR', callback_url: callbackUrl, created_at: stamp(createdAt) },
    metadata: {
      ...{ order: '7', ...(mark !== undefined && { pay_charge: mark }) },
      ...(addsMetadata && { '#risk': 3, samsungpay_order_id: 'x' }),
      ...(couponOf !== undefined && { '#coupon_id': 'c1', '#coupon_original_amount': couponOf }),
    },
    source: { type: 'creditcard', company: 'visa', message: null },
  });
  const reply = (status: number, body: object) =>
    new Response(JSON.stringify(body), {
      status,
      headers: {
        'content-type': 'application/json',
        ...(saysTime && { date: new Date(now()).toUTCString() }),
      },
    });
  const missing = () => reply(404, { type: 'record_not_found', message: 'Not found', errors: null });

  const fetchService = (account: string) => async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url);
    const [, , path, id, verb] = pathname.split('/');
    if (random.chance(0.03)) throw new Error('The connection was lost.');
    if (path === 'payment_intents' && init.method === 'POST' && id === undefined) {
      const body = JSON.parse(String(init.body)) as {
        amount: number;
        callback_url: string;
        description: string;
      };
      const intent: Intent = {
        ...{ id: crypto.randomUUID(), account, amount: body.amount, status: 'created', createdAt: now() },
        ...{ callbackUrl: body.callback_url, description: body.description },
      };
      intents.push(intent);
      remember();
      return reply(201, intentBody(intent));
    }
    if (path === 'payment_intents' && verb === 'cancel') {
      const intent = intents.find((each) => each.id === id && each.account === account);
      if (!intent) return missing();
      if (intent.status !== 'created' || now() >= intent.createdAt + hour)
        return reply(400, { type: 'intent_not_cancelable', message: 'It is used or over.', errors: null });
      intent.status = 'canceled';
      remember();
      return reply(200, intentBody(intent));
    }
    if (path === 'payments' && init.method === 'POST') {
      const body = JSON.parse(String(init.body)) as {
        amount: number;
        callback_url: string;
        given_id: string;
        metadata: { pay_charge: string };
      };
      const id = takesGivenId ? body.given_id : crypto.randomUUID();
      if (payments.some((each) => each.id === id))
        return reply(400, { type: 'used_given_id', message: 'It is used.', errors: null });
      const payment: Payment = {
        ...{ id, account, amount: body.amount, callbackUrl: body.callback_url, createdAt: now() },
        ...{ intent: { id: body.given_id }, mark: body.metadata.pay_charge },
        status: random.pick(['paid', 'paid', 'failed', 'initiated'])!,
      };
      payments.push(payment);
      remember();
      if (random.chance(0.2)) throw new Error('The answer was lost.');
      return reply(201, paymentBody(payment));
    }
    const shown = read();
    if (path === 'payment_intents') {
      const intent = shown.intents.find((each) => each.id === id && each.account === account);
      return intent ? reply(200, intentBody(intent)) : missing();
    }
    if (id === undefined) {
      const [after, before] = ['created[gt]', 'created[lt]'].map((name) =>
        Date.parse(searchParams.get(name) ?? ''),
      );
      const found = shown.payments.filter(
        (each) => each.account === account && each.createdAt > after! && each.createdAt < before!,
      );
      const meta = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_count: null };
      return reply(200, { payments: found.map(paymentBody).reverse(), meta });
    }
    const payment = shown.payments.find(
      (each) => each.id.toLowerCase() === id.toLowerCase() && each.account === account,
    );
    return payment ? reply(200, paymentBody(payment)) : missing();
  };

  return {
    intents,
    payments,
    fetchService,
    paymentBody,
    setLag: (ms: number) => void (lagMs = ms),
    /** Used at most once, and no second payment of an id. */
    fulfil(intentId: string, id: string, status: string, hasCoupon = false): Payment | undefined {
      const intent = intents.find((each) => each.id === intentId);
      if (intent?.status !== 'created' || now() >= intent.createdAt + hour) return undefined;
      if (payments.some((each) => each.id.toLowerCase() === id.toLowerCase())) return undefined;
      const { account, amount, callbackUrl } = intent;
      const payment: Payment = {
        ...{ id, account, amount, callbackUrl, createdAt: now(), intent, status },
        ...(hasCoupon && { amount: amount * 0.9, couponOf: amount }),
      };
      Object.assign(intent, { status: 'fulfilled', usedAt: now() });
      payments.push(payment);
      remember();
      return payment;
    },
    payDirectly(payment: Omit<Payment, 'createdAt' | 'intent'>) {
      payments.push({ ...payment, createdAt: now(), intent: undefined });
      remember();
    },
    setStatus(payment: Payment, status: string) {
      payment.status = status;
      remember();
    },
  };
}

interface WalkResult {
  readonly charges: number;
  readonly problem?: string;
  readonly log: readonly string[];
}

/** One order, two pages, a stranger, two or three processes, and a service that lags: some thirty random moves. */
export async function walk(seed: number): Promise<WalkResult> {
  const random = randomOf(seed);
  const log: string[] = [];
  const saysTime = random.chance(0.8);
  const hasOtherAccount = random.chance(0.15);
  const service = createService(random, {
    ...{ saysTime, addsMetadata: random.chance(0.5), takesGivenId: random.chance(0.7) },
  });
  const orders: Order[] = [
    {
      ...{ id: '7', amount: 10_000, currency: 'SAR', callbackUrl: 'https://shop.example/back' },
      ...(random.chance(0.5) && { metadata: { order: '7' } }),
    },
  ];
  const store = memoryStore();
  const told: Settlement[] = [];
  const operator: string[] = [];
  const open = (account: string, listens: boolean) =>
    createCheckout({
      client: createPayClient({
        ...{ secretKey: `sk_test_${account}`, baseUrl: base, fetch: service.fetchService(account) },
      }),
      orders: memoryOrders(orders, (request) => orderIdOf(request)),
      ...{ store, sharedSecret },
      ...(listens && { onSettled: (settlement: Settlement) => void told.push(settlement) }),
      onError: (error) => void operator.push(String(error)),
    });
  const [first, second_, other] = [open('one', true), open('one', false), open('two', true)];
  const anyProcess = () =>
    hasOtherAccount && random.chance(0.2) ? other : random.pick([first, first, second_])!;
  interface Pair {
    readonly id: string;
    readonly payment_id: string;
  }
  const pairs: Pair[] = [];
  /** Intents that the payer gave up, payments that the service paid after a decline, and those that a page changed. */
  const excused = new Set<string>();

  const ask = async (process = anyProcess(), insteadOf?: string) => {
    const response = await process.fetch(
      new Request('https://shop.example/7/intent', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(insteadOf === undefined ? {} : { instead_of: insteadOf }),
      }),
    );
    const body = (await response.json()) as Pair & { readonly type?: string };
    if (response.status === 201) pairs.push(body);
    log.push(`asked: ${response.status} ${body.type ?? body.id.slice(0, 4)}`);
    return response.status;
  };
  const pay = (pair: Pair, id = pair.payment_id) => {
    const status = random.pick(['paid', 'paid', 'failed', 'failed', 'initiated', 'authorized'])!;
    const payment = service.fulfil(pair.id, random.chance(0.1) ? id.toUpperCase() : id, status);
    log.push(`${payment ? 'paid' : 'refused'} on ${pair.id.slice(0, 4)}: ${status}`);
  };
  const deliver = async (payment: Payment) => {
    const response = await anyProcess().fetch(
      new Request('https://shop.example/7/webhook', {
        method: 'POST',
        body: JSON.stringify({
          ...{ id: crypto.randomUUID(), type: `payment_${payment.status}`, secret_token: sharedSecret },
          data: service.paymentBody(payment),
        }),
      }),
    );
    log.push(`message about ${payment.id.slice(0, 4)}: ${response.status}`);
  };
  const charge = async () => {
    const key = random.pick(['a', 'b', 'c'])!;
    const end = await anyProcess()
      .charge('7', { token: 'token_a', key })
      .then(({ verdict }) => verdict, String);
    log.push(`charged by ${key}: ${end}`);
  };
  const pass = (ms: number) => mock.timers.setTime(Date.now() + ms);

  const moves: (() => unknown)[] = [
    ...(random.chance(0.5) ? [charge, charge] : []),
    () => ask(),
    () => ask(),
    () => {
      const pair = random.pick(pairs.slice(-2));
      if (pair) pay(pair);
    },
    async () => {
      // An honest page: it asks, and sends with what it has received.
      if ((await ask()) === 201) pay(pairs.at(-1)!);
    },
    async () => {
      const pair = pairs.at(-1);
      if (!pair) return;
      excused.add(pair.id);
      log.push('another way');
      await ask(undefined, random.chance(0.2) ? pair.payment_id.toUpperCase() : pair.payment_id);
    },
    () => {
      const payment = random.pick(service.payments.filter(({ status }) => status === 'initiated'));
      // An hour at the bank holds nothing up: that is documented.
      if (payment && Date.now() - payment.createdAt > hour / 2) excused.add(payment.intent?.id ?? '');
      if (payment) service.setStatus(payment, random.pick(['paid', 'failed'])!);
    },
    () => {
      const payment = random.pick(
        service.payments.filter(({ status, intent }) => status === 'failed' && intent),
      );
      if (!payment?.intent || random.chance(0.5)) return;
      excused.add(payment.intent.id);
      service.setStatus(payment, 'paid');
      log.push(`late paid ${payment.id.slice(0, 4)}`);
    },
    () => {
      const intent = random.pick(service.intents);
      if (!intent) return;
      const id = random.chance(0.3) ? crypto.randomUUID().toUpperCase() : crypto.randomUUID();
      service.payDirectly({
        ...{ id, account: intent.account, callbackUrl: intent.callbackUrl },
        amount: random.pick([intent.amount, intent.amount, 100])!,
        status: random.pick(['paid', 'failed', 'initiated'])!,
      });
      log.push('a stranger pays');
    },
    () => {
      if (random.chance(0.7)) return;
      const pair = random.pick(pairs.slice(-1));
      if (!pair) return;
      // An app that sends no `apply_coupon` gets the service's coupon.
      const payment = service.fulfil(pair.id, crypto.randomUUID(), 'paid', random.chance(0.5));
      if (payment) log.push(`a page pays on ${pair.id.slice(0, 4)} by an id of its own`);
    },
    async () => {
      const payment = random.pick(service.payments);
      if (payment) await deliver(payment);
    },
    async () => {
      const result = await anyProcess().sweep();
      log.push(`swept ${result.asked}`);
    },
    () => service.setLag(random.pick([0, 0, 2 * second, 30 * second, 4 * minute, 5 * minute - second])!),
    () => {
      if (random.chance(0.15)) orders[0] = { ...orders[0]!, amount: random.pick([10_000, 9000])! };
    },
    () => pass(random.pick([second, 5 * second, minute, 2 * minute, 6 * minute, 20 * minute, 50 * minute])!),
    () => pass(random.pick([second, 20 * second, minute])!),
  ];
  for (let left = 12 + random.below(24); left > 0; left--) await random.pick(moves)!();

  service.setLag(0);
  for (const ms of [6 * minute, ...Array<number>(8).fill(20 * minute), ...Array<number>(5).fill(13 * hour)]) {
    pass(ms);
    await first.sweep();
    await first.sweep();
  }
  return { ...judge(), log };

  function judge(): { charges: number; problem?: string } {
    const charged = service.payments.filter(
      ({ intent, status }) => intent && (status === 'paid' || status === 'authorized'),
    );
    const unexcused = charged.filter(({ intent }) => !excused.has(intent!.id));
    // What a process of another account made is of that account, which the operator was told.
    const isTold = ({ id, status, intent, account }: Payment) =>
      told.some(
        ({ payment, verdict }) =>
          payment.id.toLowerCase() === id.toLowerCase() &&
          (verdict === status || verdict === 'duplicate' || verdict === 'mismatch'),
      ) ||
      operator.some((text) => text.includes(intent!.id) || text.includes(id)) ||
      (account === 'two' && operator.some((text) => text.includes('another secret key')));
    const untold = charged.find((payment) => !isTold(payment));
    if (untold) return { charges: charged.length, problem: `payment ${untold.id} is told to no one` };
    if (unexcused.length > 1) return { charges: charged.length, problem: 'a second charge' };
    const wrong = told.find(
      ({ payment, verdict }) =>
        (verdict === 'paid' || verdict === 'authorized') &&
        !charged.some(({ id }) => id.toLowerCase() === payment.id.toLowerCase()) &&
        !service.payments.some(({ id, intent }) => id === payment.id && !intent),
    );
    return {
      charges: charged.length,
      ...(wrong && { problem: `told ${wrong.verdict} of ${wrong.payment.id}` }),
    };
  }
}
