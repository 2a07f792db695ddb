import type { Store } from './store.js';

/** The sandbox's time. It can be put forward, and stays so when the sandbox starts again on the same database. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  advance(seconds: number): void;
  reset(): void;
}

export function createClock(store: Store, base: () => number): Clock {
  // Read once a turn of the event loop: another process may have put it forward.
  let ahead: number | undefined;
  const forget = () => {
    ahead = undefined;
  };
  const read = () => {
    setImmediate(forget);
    return store.get<{ value: number }>("SELECT value FROM settings WHERE name = 'clock'")?.value ?? 0;
  };
  return {
    now: () => base() + (ahead ??= read()),
    advance: (seconds) => {
      store.run(
        `INSERT INTO settings (name, value) VALUES ('clock', ?)
         ON CONFLICT (name) DO UPDATE SET value = value + excluded.value`,
        Math.round(seconds * 1000),
      );
      forget();
    },
    reset: () => {
      store.run("DELETE FROM settings WHERE name = 'clock'");
      forget();
    },
  };
}
