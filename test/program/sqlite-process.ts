import { openStorage } from '../../src/program/storage/open-storage.js';

/** Opens each database that the test names, at the moment that it names, and says what came of it. */
process.on('message', ({ address, at }: { readonly address: string; readonly at: number }) => {
  // A timer would be some milliseconds late.
  while (Date.now() < at);
  openStorage(address, () => undefined)
    .then(async (storage) => {
      await storage.programStore.claimDue(Date.now(), 1, 1);
      await storage.close();
      return 'ready';
    })
    .catch(String)
    .then((result) => process.send?.(result));
});
process.send?.('started');
