import { join } from 'node:path';
import { runServer } from '../../src/program/run-server.js';
import { approvedAtOnce, openService } from '../server/payer.js';
import { operatorKey, orderSecret } from './order-token.js';
import { openReceiver, type Answer } from '../receiver.js';
import { temporaryFolder } from '../temporary-folder.js';

export { inAnHour, operatorKey, orderClaims, orderSecret, sign } from './order-token.js';

/** The service refuses it without a challenge, as it does every number that is not listed. */
export const declinedAtOnce = '4000000000000002';
export const webhookSigningSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

export interface Context {
  after(end: () => unknown): void;
}

/** A file that goes with the test. */
export const databaseFile = (t: Context): string => join(temporaryFolder(t), 'program.db');

export const programSettings = (baseUrl: string, shopUrl?: string) => ({
  ...{ PAY_SECRET_KEY: 'sk_test_sandbox', PAY_PUBLISHABLE_KEY: 'pk_test_sandbox', PAY_BASE_URL: baseUrl },
  PAY_WEBHOOK_SECRET: 'a secret of the webhook',
  ORDER_KEYS: `shop:${orderSecret}`,
  ...(shopUrl !== undefined && {
    WEBHOOK_URL: `${shopUrl}/webhook`,
    WEBHOOK_SIGNING_SECRET: webhookSigningSecret,
  }),
  OPERATOR_KEY: operatorKey,
  PORT: '0',
});

interface Options {
  /** The program as it is built, in place of its sources. */
  readonly run?: typeof runServer;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly shop?: Answer;
}

/** The program over HTTP, with the real service behind it and a shop that receives its webhooks. */
export async function openProgram(t: Context, { run = runServer, env = {}, shop }: Options = {}) {
  const service = await openService(t as never);
  const receiver = await openReceiver(t, shop);
  const lines: string[] = [];
  const settings = {
    ...programSettings(service.baseUrl, receiver.url),
    ...{ DATABASE_URL: `sqlite:${databaseFile(t)}`, METRICS_PORT: '0' },
    ...env,
    PAY_BASE_URL: service.baseUrl,
  };
  const start = () => run(settings, { write: (line) => void lines.push(line) });
  let server = await start();
  t.after(() => server.stop());

  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      method,
      headers: { ...(method === 'POST' && { 'content-type': 'application/json' }), ...headers },
      redirect: 'manual',
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

  const operate = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    call(method, path, body, { authorization: `Bearer ${operatorKey}`, ...headers });
  const control = (path: string, body: object) =>
    fetch(new URL(`/sandbox/${path}`, service.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  return {
    service,
    receiver,
    settings,
    /** The log so far. */
    lines,
    url: () => server.url,
    call,
    operate,
    readOrder: async (id = '7') =>
      (await (await operate('GET', `/orders/${id}`)).json()) as Record<string, unknown>,
    /** The service's message about a payment. */
    deliver: (id: string) =>
      call('POST', '/webhook', {
        ...{ id: 'm', type: 'payment_paid', secret_token: settings.PAY_WEBHOOK_SECRET },
        data: { id, status: 'paid' },
      }),
    /** Ends the program and starts it on the same database. */
    async restart() {
      await server.stop();
      server = await start();
    },
    stop: () => server.stop(),
    /** Buys as the element does: an intent, then the card under the id that the intent names. Resolves with the payment. */
    async pay(token: string, card = approvedAtOnce, headers: Record<string, string> = {}, save = false) {
      const intent = await call('POST', `/checkout/${token}/intent`, undefined, headers);
      if (intent.status !== 201) throw new Error(`${intent.status} ${await intent.text()}`);
      const {
        client_secret: secret,
        payment_id: given_id,
        metadata,
        manual = false,
      } = (await intent.json()) as {
        readonly client_secret: string;
        readonly payment_id: string;
        readonly manual?: boolean;
        readonly metadata?: Readonly<Record<string, string>>;
      };
      return service.pay({ secret, card, manual, save, more: { given_id, ...(metadata && { metadata }) } });
    },
    metrics: async () => (await fetch(`${server.metricsUrl}/metrics`)).text(),
    control,
    addFault: (fault: object) => control('faults', fault),
    /** What the service was asked so far. */
    async serviceCalls(): Promise<number> {
      const log = await fetch(new URL('/sandbox/log', service.baseUrl));
      return ((await log.json()) as unknown[]).length;
    },
  };
}
