/** The checkout's records in memory, for tests and demos. */
export { memoryStore } from '../../server/stores/memory.js';
export type { ListPage, OpenRecord, Store, StoredRecord } from '../../server/stores/store.js';
