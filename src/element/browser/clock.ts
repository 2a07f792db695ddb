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
