import { appendFileSync } from 'node:fs';
import { createAdaptorServer } from '@hono/node-server';
import { db, orders, store } from '../../demo/recipes/orders-sql.js';
import { createCheckout, createPayClient, type PayClient, type Store } from '../../src/server/index.js';

/**
 * A shop as a process of its own, over the SQL recipe. It kills itself at the step that it is told: each call of the
 * service, each save and each `onSettled` is a step when it is done. Between two of them nothing outside changes.
 */
const { SERVICE = '', SETTLED = '', PORT = '0', KILL_AT = '0' } = process.env;
let steps = 0;
const step = () => {
  steps++;
  if (steps === Number(KILL_AT)) process.kill(process.pid, 'SIGKILL');
};

const stepping = <T extends object>(target: T, names: readonly (keyof T)[]): T => {
  const changed = { ...target };
  for (const name of names) {
    const call = target[name] as (...values: unknown[]) => Promise<unknown>;
    changed[name] = (async (...values: unknown[]) => {
      const result = await call(...values);
      step();
      return result;
    }) as never;
  }
  return changed;
};

/**
 * Everything that is left is due for each sweep, as if it had been long until then: also what a process that was killed
 * has claimed, since this one started later.
 */
let ahead = (Date.now() % 1e9) * 1e3;
const records: Store = {
  ...store,
  claimDue: (now, limit, leaseMs) => store.claimDue(now + ahead, limit, leaseMs),
};
const listOpen = () =>
  db.prepare('SELECT order_id FROM pay_checkout_orders WHERE due_at IS NOT NULL').pluck().all();

const client = createPayClient({ secretKey: 'sk_test_sandbox', baseUrl: SERVICE, timeout: 8000 });
const checkout = createCheckout({
  client: stepping<PayClient>(client, [
    'createPaymentIntent',
    'retrievePaymentIntent',
    'cancelPaymentIntent',
    'retrievePayment',
    'listPayments',
    'voidPayment',
    'refundPayment',
  ]),
  orders,
  store: stepping<Store>(records, ['save']),
  sharedSecret: 'whsec_of_a_process',
  refundDuplicates: true,
  onError: (error) => void (process.env['SHOW_ERRORS'] && console.error(error)),
  onSettled: ({ payment, verdict }) => {
    appendFileSync(SETTLED, `${payment.id} ${verdict}\n`);
    step();
  },
});

const fetch = async (request: Request) => {
  if (new URL(request.url).pathname !== '/sweep') return checkout.fetch(request);
  ahead += 1e12;
  await checkout.sweep();
  return Response.json({ open: listOpen(), steps });
};
const server = createAdaptorServer({ fetch, overrideGlobalObjects: false });
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`listening ${(server.address() as { port: number }).port}`);
});
