import * as z from 'zod/mini';
import {
  deliveryFaultNames,
  faultNames,
  faultRoutes,
  faultsOf,
  type QueuedFault,
  standardMs,
} from '../faults/faults.js';
import { invalidFields } from '../http/refusal.js';
import { tables } from '../store/tables.js';
import type { World } from '../world.js';

/** The latest time of the clock: far enough for any test, and a date can still hold it. */
const furthest = Date.UTC(9999, 0);

/** Seconds. */
export const clockOrder = z.strictObject({ advance: z.number().check(z.gte(0)) });

/** Milliseconds for `ms`, which only `delay` and `slow` read. */
export const faultOrder = z
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
  { clock, worker }: World,
  { advance }: z.infer<typeof clockOrder>,
): Promise<void> {
  if (clock.now() + advance * 1000 > furthest) throw invalidFields({ advance: ['is too far ahead'] });
  clock.advance(advance);
  await worker.tick();
}

/** Queues a fault and answers it, with the defaults of what was left out. */
export function queueFault(
  { faults }: World,
  { route, fault, times = 1, ms = standardMs }: z.infer<typeof faultOrder>,
): QueuedFault {
  const queued = { route, fault, times, ms };
  faults.queue(queued);
  return queued;
}

/** Forgets everything that is in one world, also its faults, its log and its clock. */
export function reset({ store, clock, faults, log }: World): void {
  store.transaction(() => {
    for (const table of tables.emptied) store.run(`DELETE FROM ${table}`);
    clock.reset();
  });
  faults.clear();
  log.clear();
}
