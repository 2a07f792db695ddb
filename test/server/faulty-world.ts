import { answerBank } from '../../src/testing/answer-bank.js';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { createSandbox, publishableKey, secretKey } from '../../src/sandbox/index.js';
import { openDueStore } from './due-store.js';
import { createCheckout, createPayClient, memoryOrders, type Order } from '../../src/server/index.js';

/** What can go wrong between the shop and the service, or between the shop and its database. */
export const faults = [
  /** It never arrives. */
  'lost',
  /** It is carried out, and its answer is lost. */
  'unanswered',
  /** The shop has given up waiting, and it is carried out only then: before the next one, whatever that is. */
  'late',
  /** It is carried out, and half of the answer arrives. A database says no, although it did. */
  'cut',
  /** It is refused without being carried out. */
  'down',
] as const;
export type Fault = (typeof faults)[number];

/** Says for each request to the service and each save, in their order, whether something goes wrong. */
export type Plan = (step: number) => Fault | undefined;

interface Pair {
  readonly id: string;
  readonly client_secret: string;
  readonly payment_id: string;
}

const order: Order = {
  id: '7',
  amount: 9000,
  currency: 'SAR',
  callbackUrl: 'https://shop.example/back',
};
const challenged = '4201320111111010';
const base = 'http://127.0.0.1/v1';

/** One for all the runs, emptied for each, because to make one takes ten times as long. */
const sandbox = createSandbox();

/** A shop, its service and its database in one process, with a fault where the plan says so. */
export async function openFaultyWorld(plan: Plan) {
  await sandbox.fetch(new Request(new URL('/sandbox/reset', base), { method: 'POST' }));
  const steps: string[] = [];
  let overdue: (() => Promise<unknown>)[] = [];

  /** Carries out one step of the shop, unless something goes wrong. */
  async function step<T>(
    name: string,
    carryOut: () => Promise<T>,
    spoil: (result: T) => T,
    refusal: () => T,
  ) {
    for (const late of overdue.splice(0)) await late();
    steps.push(name);
    const fault = plan(steps.length);
    switch (fault) {
      case undefined:
        return carryOut();
      case 'lost':
        throw new TypeError('The connection was lost.');
      case 'unanswered':
        await carryOut();
        throw new TypeError('The connection was lost.');
      case 'late':
        overdue.push(carryOut);
        throw new TypeError('It took too long.');
      case 'cut':
        return spoil(await carryOut());
      case 'down':
        return refusal();
      default:
        return fault satisfies never;
    }
  }

  const toService = async (url: string, init: RequestInit = {}) =>
    step(
      `${init.method} ${new URL(url).pathname.split('/')[2]}`,
      async () => {
        const response = await sandbox.fetch(new Request(url, init));
        const { status, headers } = response;
        return new Response(await response.text(), { status, headers });
      },
      ({ status, headers }) => new Response('{"id":"', { status, headers }),
      () => new Response('<h1>Down for maintenance</h1>', { status: 503 }),
    );
  const list = [order];
  const records = openDueStore((memory) => ({
    ...memory,
    save: (...values) =>
      step(
        'save',
        () => memory.save(...values),
        () => false,
        () => false,
      ),
  }));

  const settled = new Set<string>();
  const checkout = createCheckout({
    client: createPayClient({ secretKey, baseUrl: base, fetch: toService }),
    orders: memoryOrders(list, () => order.id),
    store: records.store,
    sharedSecret: 'whsec_of_the_shop',
    refundDuplicates: true,
    onSettled: ({ payment, verdict }) => void settled.add(`${payment.id} ${verdict}`),
  });
  /** Without faults, to look at the service with. */
  const client = createPayClient({
    secretKey,
    baseUrl: base,
    fetch: (url, init) => sandbox.fetch(new Request(url, init)),
  });

  /** Asks until it is answered, as the element, the payer and the service do. */
  async function call(method: string, path: string, body?: object): Promise<Response> {
    for (let tries = 0; tries < 50; tries++) {
      const request = new Request(`https://shop.example/checkout/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const response = await checkout.fetch(request);
      if (response.status !== 503) return response;
      // As `Retry-After` says. The test's clock is its own.
      mock.timers.setTime(Date.now() + 5000);
    }
    throw new Error(`No answer to ${method} ${path}`);
  }

  const handedOut = new Set<string>();

  return {
    steps,
    settled,
    client,
    call,
    records,
    sweep: () => {
      records.letAllBeDue();
      return checkout.sweep();
    },
    changePrice: (amount: number) => void (list[0] = { ...order, amount }),
    /** What was carried out too late is carried out now. */
    async arrive() {
      const late = overdue;
      overdue = [];
      for (const carryOut of late) await carryOut();
    },
    /** A page asks for an intent. Undefined when the order has none for it. */
    async intent(body?: object): Promise<Pair | undefined> {
      const response = await call('POST', '7/intent', body);
      if (response.status === 409) return undefined;
      assert.equal(response.status, 201);
      const intent = (await response.json()) as Pair;
      handedOut.add(intent.id);
      const usable: string[] = [];
      for (const id of handedOut)
        if ((await client.retrievePaymentIntent(id)).status === 'created') usable.push(id);
      assert.deepEqual(usable, [intent.id], 'what is handed out can be used, and nothing else of the order');
      return intent;
    },
    /** Sends a card that its bank wants to ask about. Undefined when the service refuses it. */
    async pay({ client_secret, payment_id: given_id }: Pair) {
      const source = { type: 'creditcard', name: 'Noura', number: challenged, month: '12', year: '2039' };
      const response = await sandbox.fetch(
        new Request(`${base}/payments`, {
          method: 'POST',
          headers: {
            authorization: `Basic ${btoa(`${publishableKey}:`)}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ client_secret, given_id, source: { ...source, cvc: '123' } }),
        }),
      );
      if (response.status !== 201) return undefined;
      return (await response.json()) as { id: string; source: { transaction_url: string } };
    },
    approve: (page: string) => answerBank((request) => sandbox.fetch(request), page, 'authenticated'),
    deliver: (id: string) =>
      call('POST', 'webhook', {
        id: crypto.randomUUID(),
        type: 'payment_paid',
        secret_token: 'whsec_of_the_shop',
        data: { id, status: 'paid' },
      }),
  };
}
