import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { decisionsRequest } from '../decisions.js';
import {
  deliveryFaultNames,
  faultNames,
  faultRoutes,
  faultsOf,
  type QueuedFault,
  defaultDelayMs,
} from '../faults/faults.js';
import { json, noBody } from '../http/body.js';
import { type SandboxEnv, pagesUrl } from '../http/context.js';
import { control } from '../http/operation.js';
import { invalidFields } from '../http/refusal.js';
import { formatTime } from '../store/clock.js';
import { tables } from '../store/tables.js';
import { deliveriesBefore, requireDelivery, buildDeliveryView } from '../webhooks/delivery.js';
import { resend } from '../webhooks/webhook-worker.js';
import type { Namespace } from '../namespace.js';
import { createFixtures, fixtures } from './fixtures.js';
import type { RequestLog } from './request-log.js';
import { trigger, triggerRequest } from './trigger.js';

/** The latest time of the clock: far enough for any test, and a date can still hold it. */
const furthest = Date.UTC(9999, 0);

/** Seconds. */
export const clockRequest = z.strictObject({ advance: z.number().check(z.gte(0)) });

/** Milliseconds for `ms`, which only `delay` and `slow` read. */
export const faultRequest = z
  .strictObject({
    route: z.enum(faultRoutes),
    fault: z.enum([...faultNames, ...deliveryFaultNames]),
    times: z.optional(z.int().check(z.gte(1))),
    ms: z.optional(z.int().check(z.gte(0), z.lte(600_000))),
  })
  .check(
    z.refine(({ route, fault }) => faultsOf(route).includes(fault), {
      path: ['fault'],
      error: ({ input }) => `is not possible here: ${faultsOf((input as QueuedFault).route).join(', ')}`,
    }),
  );

/** Puts the clock forward. Resolves when every message that became due has been sent. */
export async function advanceClock(
  { clock, worker }: Namespace,
  { advance }: z.infer<typeof clockRequest>,
): Promise<void> {
  if (clock.now() + advance * 1000 > furthest) throw invalidFields({ advance: ['is too far ahead'] });
  clock.advance(advance);
  await worker.tick();
}

/** Queues a fault and answers it, with the defaults of what was left out. */
export function queueFault(
  { faults }: Namespace,
  { route, fault, times = 1, ms = defaultDelayMs }: z.infer<typeof faultRequest>,
): QueuedFault {
  const queued = { route, fault, times, ms };
  faults.queue(queued);
  return queued;
}

/** Forgets everything that is in one namespace, also its decisions, its faults, its log and its clock. */
export function resetNamespace({ store, clock, decisions, faults, log }: Namespace): void {
  store.transaction(() => {
    for (const table of tables.resetOrder) store.run(`DELETE FROM ${table}`);
    clock.reset();
  });
  decisions.reset();
  faults.clear();
  log.clear();
}

const described = { answers: [200, z.unknown()] } as const;

/** The controls for tests. They are not under `/v1`, because the real service has none. */
export function controlRoutes(app: Hono<SandboxEnv>): void {
  app.post(
    '/sandbox/clock',
    control({
      ...described,
      summary: 'Put the clock forward by so many seconds; what becomes due is sent',
      refuses: [400],
    }),
    json(clockRequest),
    async (c) => {
      await advanceClock(c.var.namespace, c.req.valid('json'));
      return c.json({ now: formatTime(c.var.namespace.clock.now()) });
    },
  );

  app.post(
    '/sandbox/faults',
    control({ ...described, summary: 'Queue a fault for the next requests of a route', refuses: [400] }),
    json(faultRequest),
    (c) => {
      const { ms, ...queued } = queueFault(c.var.namespace, c.req.valid('json'));
      return c.json({ ...queued, ...(/^(delay|slow)$/.test(queued.fault) && { ms }) });
    },
  );

  app.delete(
    '/sandbox/faults',
    control({ answers: [204], summary: 'Take back the faults that are still to be played', refuses: [] }),
    (c) => {
      c.var.namespace.faults.clear();
      return c.body(null, 204);
    },
  );

  app.get(
    '/sandbox/decisions',
    control({ ...described, summary: 'How the sandbox behaves where no document says it', refuses: [] }),
    (c) => c.json(c.var.namespace.decisions.current),
  );

  app.post(
    '/sandbox/decisions',
    control({
      ...described,
      summary: 'Change some decisions; answers all of them',
      refuses: [400],
    }),
    json(decisionsRequest),
    (c) => {
      c.var.namespace.decisions.change(c.req.valid('json'));
      return c.json(c.var.namespace.decisions.current);
    },
  );

  app.post(
    '/sandbox/fixtures',
    control({
      answers: [201, z.unknown()],
      summary: 'Make intents, payments and invoices in any state, all or none; nothing is announced',
      refuses: [400],
    }),
    json(fixtures),
    (c) => c.json(createFixtures(c.var.namespace, c.req.valid('json'), pagesUrl(c)), 201),
  );

  app.post(
    '/sandbox/trigger',
    control({ ...described, summary: 'Send an event, with a payment made for it', refuses: [400] }),
    json(triggerRequest),
    async (c) => c.json(await trigger(c.var.namespace, c.req.valid('json'), pagesUrl(c))),
  );

  app.post(
    '/sandbox/reset',
    control({
      ...described,
      summary: 'Forget everything, also decisions, faults and the clock',
      refuses: [],
    }),
    (c) => {
      resetNamespace(c.var.namespace);
      return c.json({ now: formatTime(c.var.namespace.clock.now()) });
    },
  );

  app.get(
    '/sandbox/log',
    control({ ...described, summary: 'The last requests to /v1, secrets masked', refuses: [] }),
    (c) => c.json(c.var.namespace.log.entries()),
  );

  app.get(
    '/sandbox/log/stream',
    control({
      answers: [200],
      summary: 'The last requests and all that follow, each as a line of JSON when it has been answered',
      refuses: [],
    }),
    (c) => c.body(linesOf(c.var.namespace.log), 200, { 'content-type': 'application/x-ndjson' }),
  );

  app.get(
    '/sandbox/deliveries',
    control({ ...described, summary: 'The last 200 webhook deliveries, newest first', refuses: [] }),
    (c) => {
      const { store } = c.var.namespace;
      const last = deliveriesBefore(store, Number.MAX_SAFE_INTEGER, 200);
      return c.json(last.map((delivery) => buildDeliveryView(store, delivery)));
    },
  );

  app.post(
    '/sandbox/deliveries/:id/resend',
    control({
      ...described,
      summary: 'Send a delivery once more, now; its schedule stays unless this arrives',
      refuses: [400, 404],
    }),
    json(noBody),
    async (c) => {
      const { store } = c.var.namespace;
      await resend(c.var.namespace, c.req.param('id'));
      return c.json(buildDeliveryView(store, requireDelivery(store, c.req.param('id'))));
    },
  );
}

/** The log as lines of JSON, without an end. */
function linesOf(log: RequestLog): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let unsubscribe: () => void = () => undefined;
  return new ReadableStream({
    start(controller) {
      unsubscribe = log.subscribe((entry) =>
        controller.enqueue(encoder.encode(`${JSON.stringify(entry)}\n`)),
      );
    },
    cancel: () => unsubscribe(),
  });
}
