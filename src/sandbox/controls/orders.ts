import * as z from 'zod/mini';
import { invalidFields } from '../http/refusal.js';
import type { Service } from '../service.js';
import { tables } from '../store/tables.js';
import { faultNames, faultRoutes, type QueuedFault } from './faults.js';

/** Far enough for any test, and short of the last moment that a date can hold. */
const furthest = Date.UTC(9999, 0);

/** Seconds. */
export const orderClock = z.strictObject({ advance: z.number().check(z.gte(0)) });

export const orderFault = z.strictObject({
  route: z.enum(faultRoutes),
  fault: z.enum(faultNames),
  times: z.optional(z.int().check(z.gte(1))),
  ms: z.optional(z.int().check(z.gte(0))),
});

/** Puts the clock forward, and is done when all that became due has been sent. */
export async function advanceClock(
  { clock, pump }: Service,
  { advance }: z.infer<typeof orderClock>,
): Promise<void> {
  if (clock.now() + advance * 1000 > furthest) throw invalidFields({ advance: ['is too far ahead'] });
  clock.advance(advance);
  await pump.tick();
}

/** Answers what was ordered, with what was left out. */
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
