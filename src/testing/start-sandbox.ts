import { createSandbox, serve } from '../sandbox/index.js';
import { createWorldControls, type TestSandbox, type WorldOptions } from './test-sandbox.js';
import { firstWorld } from '../sandbox/world-name.js';
import { buildKeys } from './test-keys.js';

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
export async function startSandbox({ world = firstWorld }: WorldOptions = {}): Promise<TestSandbox> {
  // Check the world's name before anything is opened.
  buildKeys(world);
  const sandbox = createSandbox();
  const { url, close } = await serve(sandbox);
  const stop = async () => {
    await close();
    await sandbox.close();
  };
  return trackSandbox(createWorldControls(`${url}/v1`, world, (request) => sandbox.fetch(request), stop));
}

/**
 * A world of a sandbox that runs elsewhere, such as one that all workers of a test run share. `stop()` empties the
 * world, and leaves the sandbox running.
 */
export async function connectSandbox({
  baseUrl,
  world = firstWorld,
}: WorldOptions & { readonly baseUrl: string }): Promise<TestSandbox> {
  const connected = createWorldControls(
    baseUrl,
    world,
    (request) => fetch(request),
    () => connected.reset(),
  );
  await connected.flush();
  return trackSandbox(connected);
}
