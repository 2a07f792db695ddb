import { byId } from '../dom.js';

let timer = 0;

/** Tells what has just been done, also to who does not see it, for as long as it takes to read. */
export function announce(text: string): void {
  const place = byId('announcement');
  place.textContent = text;
  clearTimeout(timer);
  timer = window.setTimeout(() => (place.textContent = ''), 6000);
}
