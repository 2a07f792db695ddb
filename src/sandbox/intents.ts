import type { Hono } from 'hono';
import type { z } from 'zod/mini';
import { type CreatePaymentIntent, createPaymentIntent, paymentIntentContract } from '../wire/index.js';
import { json, noBody } from './http/body.js';
import type { SandboxEnv } from './http/context.js';
import { operation } from './http/operation.js';
import { invalidRequest, notFound, RequestError } from './http/refusal.js';
import { formatTime, formatTimeOrNull, createId, createSecret } from './store/clock.js';
import type { SandboxStore } from './store/store.js';
import type { Namespace } from './namespace.js';

const hour = 3_600_000;

export interface IntentRow {
  readonly id: string;
  readonly client_secret: string;
  readonly status: 'created' | 'fulfilled' | 'canceled';
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null;
  readonly callback_url: string | null;
  readonly invoice_id: string | null;
  readonly expires_at: number;
  readonly fulfilled_at: number | null;
  readonly created_at: number;
}

/** An intent as it is answered. */
export const buildIntentView = (row: IntentRow) =>
  ({
    id: row.id,
    amount: row.amount,
    currency: row.currency,
    description: row.description,
    callback_url: row.callback_url,
    status: row.status,
    client_secret: row.client_secret,
    expires_at: formatTime(row.expires_at),
    fulfilled_at: formatTimeOrNull(row.fulfilled_at),
    created_at: formatTime(row.created_at),
  }) satisfies z.infer<typeof paymentIntentContract>;

/** Always makes a new one. An intent that a hosted page makes belongs to its invoice. */
export function createIntent(
  { store, clock }: Namespace,
  wanted: CreatePaymentIntent,
  invoiceId: string | null = null,
): IntentRow {
  const now = clock.now();
  return store.transaction(() =>
    store.insert<IntentRow>('intents', {
      id: createId(),
      client_secret: createSecret('pi_secret_'),
      status: 'created',
      amount: wanted.amount,
      currency: wanted.currency ?? 'SAR',
      description: wanted.description ?? null,
      callback_url: wanted.callback_url ?? null,
      invoice_id: invoiceId,
      expires_at: now + hour,
      created_at: now,
    }),
  );
}

export function requireIntent(store: SandboxStore, id: string): IntentRow {
  const row = store.get<IntentRow>('SELECT * FROM intents WHERE id = ?', id);
  if (!row) throw notFound('payment intent');
  return row;
}

/** Cancels an intent that is still `created` and has not expired. An expired intent stays `created`. */
export function cancelIntent({ store, clock }: Namespace, id: string): IntentRow {
  const canceled = store.transaction(() =>
    store.get<IntentRow>(
      "UPDATE intents SET status = 'canceled' WHERE id = ? AND status = 'created' AND expires_at > ? RETURNING *",
      id,
      clock.now(),
    ),
  );
  if (canceled) return canceled;
  const { status } = requireIntent(store, id);
  throw new RequestError(400, 'intent_not_cancelable', `The payment intent ${whyNot(status)}.`);
}

/** Uses the intent up. Of several requests at once, this one conditional update lets exactly one win. */
export function consumeIntent({ store, clock }: Namespace, { id }: IntentRow): void {
  const now = clock.now();
  const won = store.run(
    `UPDATE intents SET status = 'fulfilled', fulfilled_at = ?
     WHERE id = ? AND status = 'created' AND expires_at > ?`,
    now,
    id,
    now,
  );
  if (won === 1) return;
  const { status } = store.get<IntentRow>('SELECT * FROM intents WHERE id = ?', id) as IntentRow;
  throw notFulfillable(status);
}

/** Refuses an intent that is used, canceled or expired, and leaves any other unused. */
export function requireFulfillable({ clock }: Namespace, { status, expires_at: end }: IntentRow): void {
  if (status !== 'created' || end <= clock.now()) throw notFulfillable(status);
}

const notFulfillable = (status: IntentRow['status']) =>
  new RequestError(400, 'intent_not_fulfillable', `The payment intent ${whyNot(status)}.`);

function whyNot(status: IntentRow['status']): string {
  switch (status) {
    case 'created':
      return 'has expired';
    case 'fulfilled':
      return 'has been used';
    case 'canceled':
      return 'was canceled';
    default:
      return status satisfies never;
  }
}

/** Refuses an intent without a callback address, which a card and a saved card cannot pay. */
export function requireCallback({ callback_url: address }: IntentRow): void {
  if (address === null)
    throw invalidRequest('The payment intent has no callback_url, so it cannot be fulfilled with a card.', {
      callback_url: ['is required on the payment intent'],
    });
}

const described = { tag: 'payment intents', keys: ['secret'] } as const;

export function intentRoutes(app: Hono<SandboxEnv>): void {
  app.post(
    '/v1/payment_intents',
    operation({
      ...described,
      route: 'create-intent',
      summary: 'Create a payment intent',
      answers: [201, paymentIntentContract],
      refuses: [400],
    }),
    json(createPaymentIntent),
    (c) => {
      const intent = createIntent(c.var.namespace, c.req.valid('json'));
      c.set('intentId', intent.id);
      return c.json(buildIntentView(intent), 201);
    },
  );

  app.get(
    '/v1/payment_intents/:id',
    operation({
      ...described,
      route: 'read-intent',
      summary: 'Retrieve a payment intent',
      answers: [200, paymentIntentContract],
      refuses: [404],
    }),
    (c) => c.json(buildIntentView(requireIntent(c.var.namespace.store, c.req.param('id')))),
  );

  app.post(
    '/v1/payment_intents/:id/cancel',
    operation({
      ...described,
      route: 'cancel-intent',
      summary: 'Cancel a payment intent that is not used',
      answers: [200, paymentIntentContract],
      refuses: [400, 404],
    }),
    json(noBody, { need: 'may be left out' }),
    (c) => c.json(buildIntentView(cancelIntent(c.var.namespace, c.req.param('id')))),
  );
}
