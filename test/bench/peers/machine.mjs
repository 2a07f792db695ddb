import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const ticks = () =>
  cpus().reduce(
    ({ idle, all }, { times }) => ({
      idle: idle + times.idle,
      all: all + Object.values(times).reduce((sum, time) => sum + time, 0),
    }),
    { idle: 0, all: 0 },
  );

let patience = 60_000;

/**
 * Waits until the machine has nothing else to do: its processors idle for three quarters of the last moment. Answers
 * whether they are; its patience has an end, for one visit and for all of them together.
 */
export async function quiet() {
  const until = performance.now() + Math.min(3000, patience);
  for (;;) {
    const began = performance.now();
    const before = ticks();
    await sleep(150);
    const after = ticks();
    if ((after.idle - before.idle) / (after.all - before.all) > 0.75) return true;
    patience -= performance.now() - began;
    if (performance.now() > until) return false;
  }
}
