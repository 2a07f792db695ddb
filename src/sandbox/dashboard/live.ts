import type { Service } from '../controls/service.js';
import { iso } from '../store/clock.js';
import { newId } from '../store/id.js';

/** Of this start of the sandbox: its counters begin anew with it. */
const start = newId();

/**
 * Changes whenever the timeline may have changed: what this process wrote, what others wrote, the log, and the minute,
 * for what expires by itself. Costs nothing, so a page may ask for it every second.
 */
export function versionOf({ store, clock, log }: Service): string {
  const { mine } = store.get<{ mine: number }>('SELECT total_changes() AS mine') as { mine: number };
  const { data_version: others } = store.get<{ data_version: number }>('PRAGMA data_version') as {
    data_version: number;
  };
  return [start, mine, others, log.changes(), Math.floor(clock.now() / 60_000)].join('.');
}

/** A queued fault in words, such as `fulfil: drop-after × 2`. */
export const queuedFaults = ({ faults }: Service): readonly string[] =>
  faults
    .queued()
    .map(
      ({ route, fault, times, ms }) =>
        `${route}: ${fault}${fault === 'delay' ? ` ${ms} ms` : ''}${times > 1 ? ` × ${times}` : ''}`,
    );

/** The sandbox's time as the page shows it: `2026-05-15 12:00:00`, in UTC. */
export const clockText = ({ clock }: Service) => iso(clock.now()).slice(0, 19).replace('T', ' ');
