import { randomBytes, randomInt, randomUUID } from 'node:crypto';

export const newId = () => randomUUID();

/** Unguessable, safe in addresses. */
export const newSecret = (prefix: string) => prefix + randomBytes(24).toString('base64url');

export const digits = (length: number) => String(randomInt(10 ** length)).padStart(length, '0');

/** ISO 8601 with milliseconds, in UTC. */
export const iso = (moment: number) => new Date(moment).toISOString();

/** The same for a column that may be empty. */
export const isoOrNull = (moment: number | null) => (moment === null ? null : iso(moment));

/** Reads ISO 8601. A date alone is the start of that day, and a time with nothing behind it is in UTC. */
export const momentOf = (text: string) => Date.parse(/T[\d:.]+$/i.test(text) ? `${text}Z` : text);
