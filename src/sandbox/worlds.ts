import { createRequestLog } from './controls/request-log.js';
import { createDecisions, type Decisions } from './decisions.js';
import { expireOpenChallenges } from './expire-challenges.js';
import { createFaults } from './faults/faults.js';
import { createClock } from './store/clock.js';
import { fileBeside, filesBeside } from './store/database.js';
import { openStore } from './store/store.js';
import { createWebhookWorker } from './webhooks/webhook-worker.js';
import { type World } from './world.js';
import { firstWorld, pathOf, worldName } from './world-name.js';

/** All worlds of one sandbox. */
export interface Worlds {
  readonly first: World;
  /** The world of this name, which begins empty when there was none. */
  openOrCreate(name: string): World;
  find(name: string): World | undefined;
  /** In the order in which they were opened. */
  names(): readonly string[];
  /** Sends the messages that are due. */
  tick(): Promise<void>;
  /** Sends messages by itself from now on, also those of worlds that an earlier sandbox left in their files. */
  start(): void;
  close(): Promise<void>;
}

export interface WorldsOptions {
  readonly db: string;
  readonly now: () => number;
  readonly accountName: string;
  readonly deliveryTimeout: number;
  readonly decisions: Partial<Decisions>;
}

/**
 * Opens the first world in the database that is named, and every other world in one of its own: no query can mix what
 * is not in the same database.
 */
export function openWorlds({ db, now, accountName, deliveryTimeout, decisions }: WorldsOptions): Worlds {
  const open = new Map<string, World>();
  let isStarted = false;
  const label = (name: string) => `world-${name}`;

  function openWorld(name: string, file: string): World {
    const store = openStore(file);
    const clock = createClock(store, now);
    const world: World = {
      name,
      path: pathOf(name),
      store,
      clock,
      decisions: createDecisions(decisions),
      faults: createFaults(),
      log: createRequestLog(),
      worker: createWebhookWorker({
        store,
        clock,
        accountName,
        timeout: deliveryTimeout,
        onLook: () => expireOpenChallenges(world),
      }),
    };
    open.set(name, world);
    if (isStarted) world.worker.start();
    return world;
  }

  const first = openWorld(firstWorld, db);
  const stored = () => filesBeside(db, label('')).filter((name) => worldName.test(name));
  const openOrCreate = (name: string) => open.get(name) ?? openWorld(name, fileBeside(db, label(name)));

  return {
    first,
    openOrCreate,
    find: (name) => open.get(name) ?? (stored().includes(name) ? openOrCreate(name) : undefined),
    names: () => [...open.keys()],
    tick: async () => void (await Promise.all([...open.values()].map(({ worker }) => worker.tick()))),
    start: () => {
      isStarted = true;
      for (const name of stored()) openOrCreate(name);
      for (const { worker } of open.values()) worker.start();
    },
    async close() {
      for (const { faults } of open.values()) faults.close();
      await Promise.all([...open.values()].map(({ worker }) => worker.stop()));
      for (const { store } of open.values()) store.close();
    },
  };
}
