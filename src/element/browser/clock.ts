import type { Clock } from '../checkout/ports.js';
import { stopListening } from './window.js';

/** The browser's clock. `afterVisible` also waits while the document of `host` is hidden. */
export const createClock = (host: Node = document.documentElement): Clock => ({
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
    if (navigator.onLine) callback();
    else addEventListener('online', callback, { once: true });
    return () => stopListening('online', callback);
  },
});
