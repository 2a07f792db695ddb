import { createSandbox, serve } from '../sandbox/index.js';
import { createNamespaceControls, type TestSandbox } from './test-sandbox.js';
import { readNamespace, type NamespaceOptions } from './test-keys.js';

const running = new Set<TestSandbox>();

/** The one sandbox that runs in this process; with none, or with several, a test has to say which one it means. */
export function onlySandbox(): TestSandbox {
  const [first, ...others] = running;
  if (first && others.length === 0) return first;
  const count = first ? `${others.length + 1} sandboxes run` : 'No sandbox runs';
  throw new Error(
    `${count} in this process. Say which one is meant: { sandbox }, as startSandbox() gave it.`,
  );
}

/** Registers a sandbox for `onlySandbox` until it is stopped. */
export function trackSandbox(sandbox: TestSandbox): TestSandbox {
  const tracked: TestSandbox = {
    ...sandbox,
    async stop() {
      running.delete(tracked);
      await sandbox.stop();
    },
  };
  running.add(tracked);
  return tracked;
}

/**
 * Starts the payment service, emulated, in this process and on a free port of this machine. Stop it when the test is
 * done. To share one among processes, start it once and use {@link connectSandbox} in each.
 */
export async function startSandbox(options: NamespaceOptions = {}): Promise<TestSandbox> {
  // The name is checked before anything is opened.
  const namespace = readNamespace(options);
  const sandbox = createSandbox();
  const { url, close } = await serve(sandbox);
  const stop = async () => {
    await close();
    await sandbox.close();
  };
  return trackSandbox(
    createNamespaceControls(`${url}/v1`, namespace, (request) => sandbox.fetch(request), stop),
  );
}

/**
 * A namespace of a sandbox that runs elsewhere, such as one that all workers of a test run share. `stop()` empties the
 * namespace, and leaves the sandbox running.
 */
export async function connectSandbox({
  baseUrl,
  ...options
}: NamespaceOptions & { readonly baseUrl: string }): Promise<TestSandbox> {
  const connected = createNamespaceControls(
    baseUrl,
    readNamespace(options),
    (request) => fetch(request),
    () => connected.reset(),
  );
  await connected.flush();
  return trackSandbox(connected);
}
