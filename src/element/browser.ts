import type { Clock, Navigation } from '../checkout/ports.js';

/** The browser's own clock; what waits for the payer waits while the page is hidden. */
export const clock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  afterSeen(milliseconds, callback) {
    const seen = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', seen);
      callback();
    };
    const timer = setTimeout(() => {
      document.addEventListener('visibilitychange', seen);
      seen();
    }, milliseconds);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  },
};

export const navigation: Navigation = { go: (url) => location.assign(url) };

/** A UUID v4. `randomUUID` is missing in pages that are not secure, where the rest still works. */
export function newPaymentId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}
