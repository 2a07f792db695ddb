import type { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as z from 'zod/mini';
import { json, requireJson } from '../http/body.js';
import type { Env } from '../http/env.js';
import { invalidFields } from '../http/refusal.js';
import type { Service } from '../service.js';
import { iso } from '../store/clock.js';
import { tables } from '../store/tables.js';
import { faultNames, faultRoutes } from './faults.js';

/** Far enough for any test, and short of the last moment that a date can hold. */
const furthest = Date.UTC(9999, 0);

const orderClock = z.strictObject({ advance: z.number().check(z.gte(0)) });

const orderFault = z.strictObject({
  route: z.enum(faultRoutes),
  fault: z.enum(faultNames),
  times: z.optional(z.int().check(z.gte(1))),
  ms: z.optional(z.int().check(z.gte(0))),
});

const describe = (summary: string) =>
  describeRoute({ tags: ['sandbox'], summary, responses: { 200: { description: 'Done' } } });

/** The switches of a test; never under `/v1`, and without a key. */
export function controlRoutes(app: Hono<Env>, service: Service): void {
  const { store, clock, faults, log, pump } = service;

  app.post(
    '/sandbox/clock',
    describe('Put the clock forward by so many seconds; what becomes due is sent'),
    requireJson,
    json(orderClock),
    async (c) => {
      const { advance } = c.req.valid('json');
      if (clock.now() + advance * 1000 > furthest) throw invalidFields({ advance: ['is too far ahead'] });
      clock.advance(advance);
      await pump.tick();
      return c.json({ now: iso(clock.now()) });
    },
  );

  app.post(
    '/sandbox/faults',
    describe('Order a fault for the next requests of a route'),
    requireJson,
    json(orderFault),
    (c) => {
      const { route, fault, times = 1, ms = 3000 } = c.req.valid('json');
      faults.order(route, fault, times, ms);
      return c.json({ route, fault, times, ...(fault === 'delay' && { ms }) });
    },
  );

  app.post('/sandbox/reset', describe('Forget everything, also faults and the clock'), (c) => {
    store.transaction(() => {
      for (const table of tables.emptied) store.run(`DELETE FROM ${table}`);
      clock.reset();
    });
    faults.clear();
    log.clear();
    return c.json({ now: iso(clock.now()) });
  });

  app.get('/sandbox/log', describe('The last requests to /v1, secrets masked'), (c) => c.json(log.entries()));
}
