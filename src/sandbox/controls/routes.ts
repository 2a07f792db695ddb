import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { json, nothing, requireJson } from '../http/body.js';
import { describe } from '../http/operation.js';
import type { Env } from '../http/context.js';
import { iso } from '../store/clock.js';
import { deliveriesBefore, deliveryById, deliveryView } from '../webhooks/delivery.js';
import { resend } from '../webhooks/webhook-worker.js';
import { advanceClock, orderClock, orderFault, queueFault, reset } from './controls.js';
import type { Service } from './service.js';

const described = { tag: 'sandbox', keys: [], answers: [200, z.unknown()] } as const;

/** The switches for tests. They are not under `/v1`, because the real service has none, and need no key. */
export function controlRoutes(app: Hono<Env>, service: Service): void {
  const { store, clock, log } = service;

  app.post(
    '/sandbox/clock',
    describe({
      ...described,
      summary: 'Put the clock forward by so many seconds; what becomes due is sent',
      refuses: [400],
    }),
    requireJson,
    json(orderClock),
    async (c) => {
      await advanceClock(service, c.req.valid('json'));
      return c.json({ now: iso(clock.now()) });
    },
  );

  app.post(
    '/sandbox/faults',
    describe({ ...described, summary: 'Queue a fault for the next requests of a route', refuses: [400] }),
    requireJson,
    json(orderFault),
    (c) => {
      const { ms, ...queued } = queueFault(service, c.req.valid('json'));
      return c.json({ ...queued, ...(queued.fault === 'delay' && { ms }) });
    },
  );

  app.post(
    '/sandbox/reset',
    describe({ ...described, summary: 'Forget everything, also faults and the clock', refuses: [] }),
    (c) => {
      reset(service);
      return c.json({ now: iso(clock.now()) });
    },
  );

  app.get(
    '/sandbox/log',
    describe({ ...described, summary: 'The last requests to /v1, secrets masked', refuses: [] }),
    (c) => c.json(log.entries()),
  );

  app.get(
    '/sandbox/deliveries',
    describe({ ...described, summary: 'The last 200 webhook deliveries, newest first', refuses: [] }),
    (c) =>
      c.json(
        deliveriesBefore(store, Number.MAX_SAFE_INTEGER, 200).map((delivery) =>
          deliveryView(store, delivery),
        ),
      ),
  );

  app.post(
    '/sandbox/deliveries/:id/resend',
    describe({
      ...described,
      summary: 'Send a delivery once more, now; its schedule stays unless this arrives',
      refuses: [400, 404],
    }),
    requireJson,
    json(nothing),
    async (c) => {
      const id = c.req.param('id');
      await resend(service, id);
      return c.json(deliveryView(store, deliveryById(store, id)));
    },
  );
}
