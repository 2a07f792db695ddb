import type { Clock } from '../checkout/ports.js';
import { isOffline } from '../gateway/send-online.js';

/**
 * The browser's clock. `afterVisible` also waits while the document of `host` is hidden.
 *
 * @param getServiceUrl Of the service: an address that each policy lets the form ask whether the device is online.
 */
export const createClock = (
  host: Node = document.documentElement,
  getServiceUrl?: () => string | undefined,
): Clock => ({
  now: () => Date.now(),
  random: () => Math.random(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  afterVisible(milliseconds, callback) {
    let page = host.ownerDocument as Document;
    const onVisible = () => {
      if (page.hidden) return;
      page.removeEventListener('visibilitychange', onVisible);
      callback();
    };
    const timer = setTimeout(() => {
      page = host.ownerDocument as Document;
      page.addEventListener('visibilitychange', onVisible);
      onVisible();
    }, milliseconds);
    return () => {
      clearTimeout(timer);
      page.removeEventListener('visibilitychange', onVisible);
    };
  },
  whenOnline(callback) {
    const waiting = new AbortController();
    const { signal } = waiting;
    const go = () => {
      if (signal.aborted) return;
      waiting.abort();
      callback();
    };
    if (navigator.onLine) go();
    else {
      addEventListener('online', go, { signal });
      const url = getServiceUrl?.();
      if (url) void isOffline(url).then((offline) => offline || go());
    }
    return () => waiting.abort();
  },
});

export const delay = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits for a message, because browsers throttle timers in background tabs. Jest's page has no channel for one. */
export const waitForNextTask = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (!(globalThis as Partial<typeof globalThis>).MessageChannel) return void setTimeout(resolve);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => {
      // An open port keeps a test in Node from ending.
      port1.close();
      resolve(event);
    };
    port2.postMessage(0);
  });

/** Runs an element's first update in a separate task, so that the update and the script together do not block a phone. */
export function deferFirstUpdate(hasUpdated: boolean, update: () => void): Promise<unknown> | undefined {
  if (!hasUpdated) return waitForNextTask().then(update);
  update();
  return undefined;
}

/** A UUID v4. `randomUUID` is missing in pages that are not secure, where the rest still works. */
export function createPaymentId(): string {
  const random = crypto.getRandomValues(new Uint8Array(36));
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (place, at: number) => {
    const byte = random[at] as number;
    return (place === 'x' ? byte & 15 : 8 | (byte & 3)).toString(16);
  });
}
