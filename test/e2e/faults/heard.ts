import type { Frame, Page } from '@playwright/test';
import { code } from './lane.js';

/** What crossed the border of the frame, and where it came from. */
export interface Crossed {
  readonly from: 'page' | 'frame';
  readonly message: string;
}

/**
 * Hears every message between the documents of a page, before any script of theirs. A port is heard where it sends;
 * what goes from window to window is heard where it comes in, since a window of another origin cannot be wrapped.
 */
export async function hearCrossing(page: Page): Promise<readonly Crossed[]> {
  const crossed: Crossed[] = [];
  await page.exposeBinding('crossed', (_source, from: Crossed['from'], message: string) => {
    crossed.push({ from, message });
  });
  await page.addInitScript(() => {
    const { crossed } = window as unknown as { crossed(from: string, message: string): void };
    const [here, there] = window.parent === window ? ['page', 'frame'] : ['frame', 'page'];
    const written = (data: unknown) => JSON.stringify(data) ?? String(data);
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...all: [message: unknown]) {
      crossed(here, written(all[0]));
      return Reflect.apply(postMessage, this, all);
    };
    addEventListener('message', ({ data }) => crossed(there, written(data)), { capture: true });
  });
  return crossed;
}

/** Every text and number in a message, however deep. */
function valuesOf(data: unknown): readonly string[] {
  if (typeof data === 'object' && data !== null) return Object.values(data).flatMap(valuesOf);
  return [String(data)];
}

/** What a message tells that it must not: a card never crosses, and what the page has goes into the frame only. */
export const told = ({ from, message }: Crossed, card: string, secret: string): readonly string[] => [
  ...(message.replace(/[\s-]/g, '').includes(card) ? [`the number, from the ${from}: ${message}`] : []),
  ...(valuesOf(JSON.parse(message)).includes(code) ? [`the code, from the ${from}: ${message}`] : []),
  ...(from === 'frame' && message.includes(secret) ? [`the secret: ${message}`] : []),
];

/** Only the page says a token, the one that it pays by. */
export const tells = ({ from, message }: Crossed, token: string, pays: string | undefined): boolean =>
  message.includes(token) && !(from === 'page' && token === pays);

/** All that is kept or shown in a document, and can be read by whoever comes later. */
export const keptIn = (frame: Frame) =>
  frame.evaluate(() => {
    const { details } = window as unknown as { details: unknown[] };
    const element = document.querySelector('pay-checkout');
    // A frame of another site has no storage where the browser keeps those apart.
    const storage = (kind: 'sessionStorage' | 'localStorage') => {
      try {
        return { ...window[kind] };
      } catch {
        return {};
      }
    };
    const kept = [
      details,
      storage('sessionStorage'),
      storage('localStorage'),
      document.cookie,
      history.state,
      location.href,
    ];
    return (
      JSON.stringify(kept) +
      (element?.outerHTML.replace(/client-secret="[^"]*"/, '') ?? '') +
      (element?.shadowRoot?.innerHTML ?? '')
    );
  });
