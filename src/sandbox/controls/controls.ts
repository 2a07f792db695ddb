import * as z from 'zod/mini';
import { faultNames, faultRoutes, type QueuedFault } from '../faults/faults.js';
import { invalidFields } from '../http/refusal.js';
import { tables } from '../store/tables.js';
import type { Service } from './service.js';

/** The latest time of the clock: far enough for any test, and a date can still hold it. */
const furthest = Date.UTC(9999, 0);

/** Seconds. */
export const orderClock = z.strictObject({ advance: z.number().check(z.gte(0)) });

export const orderFault = z.strictObject({
  route: z.enum(faultRoutes),
  fault: z.enum(faultNames),
  times: z.optional(z.int().check(z.gte(1))),
  ms: z.optional(z.int().check(z.gte(0))),
});

/** Puts the clock forward. Resolves when every message that became due has been sent. */
export async function advanceClock(
  { clock, pump }: Service,
  { advance }: z.infer<typeof orderClock>,
): Promise<void> {
  if (clock.now() + advance * 1000 > furthest) throw invalidFields({ advance: ['is too far ahead'] });
  clock.advance(advance);
  await pump.tick();
}

/** Queues a fault and answers it, with the defaults of what was left out. */
export function queueFault(
  { faults }: Service,
  { route, fault, times = 1, ms = 3000 }: z.infer<typeof orderFault>,
): QueuedFault {
  faults.order(route, fault, times, ms);
  return { route, fault, times, ms };
}

/** Forgets everything, also faults, the log and the clock. */
export function reset({ store, clock, faults, log }: Service): void {
  store.transaction(() => {
    for (const table of tables.emptied) store.run(`DELETE FROM ${table}`);
    clock.reset();
  });
  faults.clear();
  log.clear();
}
