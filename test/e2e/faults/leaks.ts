import type { Frame, Page } from '@playwright/test';
import { code } from './lane.js';

/** A message between the page and the frame, and which of them sent it. */
export interface FrameMessage {
  readonly from: 'page' | 'frame';
  readonly message: string;
}

/**
 * Records every message between the documents of a page, before any script of theirs. A port's messages are recorded
 * where they are sent; a message from window to window where it arrives, since a window of another origin cannot be
 * wrapped.
 */
export async function recordFrameMessages(page: Page): Promise<readonly FrameMessage[]> {
  const messages: FrameMessage[] = [];
  await page.exposeBinding('record', (_source, from: FrameMessage['from'], message: string) => {
    messages.push({ from, message });
  });
  await page.addInitScript(() => {
    const { record } = window as unknown as { record(from: string, message: string): void };
    const [here, there] = window.parent === window ? ['page', 'frame'] : ['frame', 'page'];
    const written = (data: unknown) => JSON.stringify(data) ?? String(data);
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...all: [message: unknown]) {
      record(here, written(all[0]));
      return Reflect.apply(postMessage, this, all);
    };
    addEventListener('message', ({ data }) => record(there, written(data)), { capture: true });
  });
  return messages;
}

/** Every text and number in a message, however deep. */
function valuesOf(data: unknown): readonly string[] {
  if (typeof data === 'object' && data !== null) return Object.values(data).flatMap(valuesOf);
  return [String(data)];
}

/** What a message must not hold: a card never crosses, and the secret goes from the page to the frame only. */
export const leaksIn = ({ from, message }: FrameMessage, card: string, secret: string): readonly string[] => [
  ...(message.replace(/[\s-]/g, '').includes(card) ? [`the number, from the ${from}: ${message}`] : []),
  ...(valuesOf(JSON.parse(message)).includes(code) ? [`the code, from the ${from}: ${message}`] : []),
  ...(from === 'frame' && message.includes(secret) ? [`the secret: ${message}`] : []),
];

/** Whether a message holds a token. Only the page may send one: the token that it pays by. */
export const isTokenLeak = (
  { from, message }: FrameMessage,
  token: string,
  pays: string | undefined,
): boolean => message.includes(token) && !(from === 'page' && token === pays);

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
