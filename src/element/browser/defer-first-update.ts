import { waitForNextTask } from './wait.js';

/** Runs an element's first update in a task of its own, so that the update and the script together do not block a phone. */
export function deferFirstUpdate(hasUpdated: boolean, update: () => void): Promise<unknown> | undefined {
  if (!hasUpdated) return waitForNextTask().then(update);
  update();
  return undefined;
}
