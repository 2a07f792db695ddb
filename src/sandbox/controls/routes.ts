import type { Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import { errorBodyContract } from '../../wire/index.js';
import { json, nothing, requireJson } from '../http/body.js';
import type { Env } from '../http/env.js';
import type { Service } from '../service.js';
import { iso } from '../store/clock.js';
import { deliveriesBefore, deliveryById, deliveryView } from '../webhooks/delivery-view.js';
import { resend } from '../webhooks/resend.js';
import { advanceClock, orderClock, orderFault, queueFault, reset } from './orders.js';

const refused = (description: string) => ({
  description,
  content: { 'application/json': { schema: resolver(errorBodyContract) } },
});

const describe = (summary: string, refusals: Record<number, ReturnType<typeof refused>> = {}) =>
  describeRoute({
    tags: ['sandbox'],
    summary,
    responses: { 200: { description: 'Done' }, ...refusals },
  });

/** The switches of a test; never under `/v1`, and without a key. */
export function controlRoutes(app: Hono<Env>, service: Service): void {
  const { store, clock, log } = service;

  app.post(
    '/sandbox/clock',
    describe('Put the clock forward by so many seconds; what becomes due is sent'),
    requireJson,
    json(orderClock),
    async (c) => {
      await advanceClock(service, c.req.valid('json'));
      return c.json({ now: iso(clock.now()) });
    },
  );

  app.post(
    '/sandbox/faults',
    describe('Order a fault for the next requests of a route'),
    requireJson,
    json(orderFault),
    (c) => {
      const { ms, ...queued } = queueFault(service, c.req.valid('json'));
      return c.json({ ...queued, ...(queued.fault === 'delay' && { ms }) });
    },
  );

  app.post('/sandbox/reset', describe('Forget everything, also faults and the clock'), (c) => {
    reset(service);
    return c.json({ now: iso(clock.now()) });
  });

  app.get('/sandbox/log', describe('The last requests to /v1, secrets masked'), (c) => c.json(log.entries()));

  app.get('/sandbox/deliveries', describe('The last 200 webhook deliveries, newest first'), (c) =>
    c.json(
      deliveriesBefore(store, Number.MAX_SAFE_INTEGER, 200).map((delivery) =>
        deliveryView(service, delivery),
      ),
    ),
  );

  app.post(
    '/sandbox/deliveries/:id/resend',
    describe('Send a delivery once more, now; its schedule stays unless this arrives', {
      400: refused('The webhook has been deleted'),
      404: refused('Unknown id'),
    }),
    requireJson,
    json(nothing),
    async (c) => {
      const id = c.req.param('id');
      await resend(service, id);
      return c.json(deliveryView(service, deliveryById(store, id)));
    },
  );
}
