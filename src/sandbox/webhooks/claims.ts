import type { Clock } from '../store/clock.js';
import type { Store } from '../store/store.js';
import { newId } from '../store/id.js';
import type { DeliveryRow } from './delivery.js';

/** The names of the pumps in this process. */
const here = new Set<string>();

/**
 * Several processes may have the database open, and only one of them may send a delivery. It claims the delivery
 * first, and the claim ends when the answer is recorded. The claim of a process that has died is free at once, and
 * any claim when its time is over. That time is the computer's: putting the sandbox's clock forward must not free a
 * delivery that is under way.
 */
export function createClaims(store: Store, clock: Clock, timeout: number) {
  const me = `${process.pid} ${newId()}`;
  here.add(me);

  return {
    /** Claims the delivery that has been due longest and that nobody has claimed. */
    next(): DeliveryRow | undefined {
      return store.get<DeliveryRow>(
        `UPDATE deliveries SET claimed_by = ?, claimed_until = ? WHERE id =
           (SELECT id FROM deliveries WHERE status = 'pending' AND due_at <= ? AND claimed_by IS NULL
            ORDER BY due_at LIMIT 1)
         RETURNING *`,
        me,
        Date.now() + timeout + 5000,
        clock.now(),
      );
    },
    release({ id }: DeliveryRow): void {
      store.run('UPDATE deliveries SET claimed_by = NULL WHERE id = ? AND claimed_by = ?', id, me);
    },
    releaseAbandoned(): void {
      const claimants = store.all<{ name: string; until: number }>(
        `SELECT claimed_by AS name, max(claimed_until) AS until FROM deliveries
         WHERE claimed_by IS NOT NULL GROUP BY claimed_by`,
      );
      for (const { name, until } of claimants)
        if (!isAlive(name) || until < Date.now())
          store.run('UPDATE deliveries SET claimed_by = NULL WHERE claimed_by = ?', name);
    },
    close(): void {
      here.delete(me);
    },
  };
}

function isAlive(name: string): boolean {
  const pid = Number.parseInt(name, 10);
  if (pid === process.pid) return here.has(name);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process lives, and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
