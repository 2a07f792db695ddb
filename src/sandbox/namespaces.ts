import { createRequestLog } from './controls/request-log.js';
import { createDecisions, type Decisions } from './decisions.js';
import { expireOpenChallenges } from './expire-challenges.js';
import { createFaults } from './faults/faults.js';
import { createSandboxClock } from './store/clock.js';
import { fileBeside, filesBeside } from './store/database.js';
import { openStore } from './store/store.js';
import { createWebhookWorker } from './webhooks/webhook-worker.js';
import { type Namespace } from './namespace.js';
import { firstNamespace, pathOf, namespaceName } from './keys.js';

/** All namespaces of one sandbox. */
export interface Namespaces {
  readonly first: Namespace;
  /** The namespace of this name, which begins empty when there was none. */
  openOrCreate(name: string): Namespace;
  find(name: string): Namespace | undefined;
  /** In the order in which they were opened. */
  names(): readonly string[];
  /** Sends the messages that are due. */
  tick(): Promise<void>;
  /** Sends messages as they become due from now on, also those of namespaces that an earlier sandbox left in their files. */
  start(): void;
  close(): Promise<void>;
}

interface NamespacesOptions {
  readonly db: string;
  readonly now: () => number;
  readonly accountName: string;
  readonly deliveryTimeout: number;
  readonly decisions: Partial<Decisions>;
}

/**
 * Opens the first namespace in the named database, and every other one in a database of its own, so that no query can mix
 * them.
 */
export function openNamespaces({
  db,
  now,
  accountName,
  deliveryTimeout,
  decisions,
}: NamespacesOptions): Namespaces {
  const open = new Map<string, Namespace>();
  let isStarted = false;
  const label = (name: string) => `namespace-${name}`;

  function openNamespace(name: string, file: string): Namespace {
    const store = openStore(file);
    const clock = createSandboxClock(store, now);
    const namespace: Namespace = {
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
        onLook: () => expireOpenChallenges(namespace),
      }),
    };
    open.set(name, namespace);
    if (isStarted) namespace.worker.start();
    return namespace;
  }

  const first = openNamespace(firstNamespace, db);
  const stored = () => filesBeside(db, label('')).filter((name) => namespaceName.test(name));
  const openOrCreate = (name: string) => open.get(name) ?? openNamespace(name, fileBeside(db, label(name)));

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
