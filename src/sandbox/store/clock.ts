import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { SandboxStore } from './store.js';

/** The time of one namespace, which can be put forward and stays so when the sandbox starts again on the same database. */
export interface SandboxClock {
  /** Milliseconds since 1970. */
  now(): number;
  advance(seconds: number): void;
  reset(): void;
}

export function createSandboxClock(store: SandboxStore, base: () => number): SandboxClock {
  // The clock is read once a turn of the event loop, because another process may have put it forward.
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

export const createId = () => randomUUID();

/** Unguessable, safe in addresses. */
export const createSecret = (prefix: string) => prefix + randomBytes(24).toString('base64url');

/** Letters and digits, as the ids of the acquirer's gateway have them. */
export const createCode = (length: number) =>
  Array.from({ length }, () => codeCharacters[randomInt(codeCharacters.length)]).join('');
const codeCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const createDigits = (length: number) => String(randomInt(10 ** length)).padStart(length, '0');

/** ISO 8601 with milliseconds, in UTC. */
export const formatTime = (moment: number) => new Date(moment).toISOString();

/** ISO 8601, or null for a column that is empty. */
export const formatTimeOrNull = (moment: number | null) => (moment === null ? null : formatTime(moment));

/** Reads ISO 8601. A date alone is the start of that day, and a time with nothing behind it is in UTC. */
export const parseTime = (text: string) => Date.parse(/T[\d:.]+$/i.test(text) ? `${text}Z` : text);
