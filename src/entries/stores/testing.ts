/** What every store must keep, as a suite for any test runner. */
export {
  storeTests,
  testStore,
  type Finding,
  type StoreTest,
  type StoreTestOptions,
} from '../../server/stores/testing/index.js';
export type { ListPage, OpenRecord, Store, StoredRecord } from '../../server/stores/store.js';
