import { randomBytes, randomInt, randomUUID } from 'node:crypto';

export const newId = () => randomUUID();

/** Unguessable, safe in addresses. */
export const newSecret = (prefix: string) => prefix + randomBytes(24).toString('base64url');

export const digits = (length: number) => String(randomInt(10 ** length)).padStart(length, '0');
