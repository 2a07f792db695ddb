/** Time for the checks. A test hands in a clock that moves without waiting. */
export interface DoctorClock {
  /** Milliseconds from any start; never goes back. */
  now(): number;
  wait(ms: number): Promise<void>;
}

export const systemClock: DoctorClock = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

export async function waitUntil(clock: DoctorClock, time: number): Promise<void> {
  // A timer may fire early by a fraction of a millisecond.
  for (let left = time - clock.now(); left > 0; left = time - clock.now()) await clock.wait(Math.ceil(left));
}

/** The most requests in any one second. */
const maxPerSecond = 2;

/**
 * Delays requests so that no second holds more than two.
 *
 * @returns A function that resolves when `count` requests, one or two, may leave together.
 */
export function createPacer(clock: DoctorClock): (count: 1 | 2) => Promise<void> {
  const departures: number[] = [];
  let turn = Promise.resolve();
  return (count) =>
    (turn = turn.then(async () => {
      const oldest = departures.at(count - maxPerSecond - 1);
      if (oldest !== undefined) await waitUntil(clock, oldest + 1000);
      departures.splice(0, departures.length, ...departures.slice(-1), ...Array(count).fill(clock.now()));
    }));
}
