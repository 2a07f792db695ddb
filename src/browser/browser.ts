import type { Clock } from '../checkout/ports.js';

/** The browser's clock. `afterVisible` also waits while the page is hidden. */
export const clock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  afterVisible(milliseconds, callback) {
    const onVisible = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', onVisible);
      callback();
    };
    const timer = setTimeout(() => {
      document.addEventListener('visibilitychange', onVisible);
      onVisible();
    }, milliseconds);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  },
  whenOnline(callback) {
    if (navigator.onLine) callback();
    else addEventListener('online', callback, { once: true });
    return () => removeEventListener('online', callback);
  },
};

/** A UUID v4. `randomUUID` is missing in pages that are not secure, where the rest still works. */
export function createPaymentId(): string {
  const random = crypto.getRandomValues(new Uint8Array(36));
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (place, at: number) => {
    const byte = random[at] as number;
    return (place === 'x' ? byte & 15 : 8 | (byte & 3)).toString(16);
  });
}

export const delay = (milliseconds: number): Promise<void> =>
  new Promise((over) => setTimeout(over, milliseconds));

/** Waits for a message, because browsers throttle timers in background tabs. */
export const waitForNextTask = (): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(0);
  });
