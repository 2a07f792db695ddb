import type { Problems } from './refusal.js';

/** Refuses a key that the schema takes but leaves out without a word, so that it would not come back. */
export const metadataProblems = ({ metadata }: Record<string, unknown>): Problems =>
  typeof metadata === 'object' && metadata !== null && Object.hasOwn(metadata, '__proto__')
    ? { 'metadata.__proto__': ['is not a possible key'] }
    : {};
