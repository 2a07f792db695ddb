import { getWindow } from '../../browser/window.js';
import {
  protocolVersion,
  readFromFrame,
  readHere,
  type Ask,
  type FromFrame,
  type Greeting,
  type ToFrame,
} from '../protocol.js';
import { frameTimeoutMs } from '../../checkout/timeouts.js';

export interface FrameLinkEvents {
  /** A channel was created. Messages that are posted now wait in the channel for the next document. */
  opened(): void;
  received(message: FromFrame): void;
  /** The document at the other end no longer exists, and so nothing that it was doing goes on. */
  closed(): void;
  /** The document has not answered in time. It may still answer later. */
  unanswered(): void;
}

/**
 * The page's end of the channel to the document in its frame: each document that loads there gets its own channel.
 * A document sends `here` when its script runs and after every `ask`, so that either script may run first.
 */
export class FrameLink {
  readonly #host: HTMLElement;
  readonly #container: HTMLElement;
  readonly #slot = Object.assign(document.createElement('slot'), { name: 'frame' });
  readonly #events: FrameLinkEvents;
  #iframe: HTMLIFrameElement | undefined;
  /** The frame's parent, which gets the frame's messages. */
  #window: Window = window;
  #origin = '';
  #port: MessagePort | undefined;
  /** The channel's other end, until it is transferred to a document. */
  #remotePort: MessagePort | undefined;
  /** The number of the connected document. */
  #document: number | undefined;
  /** Whether a document has loaded in the frame; the next `load` event means that it was replaced. */
  #hasLoaded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param host The element whose page may have the frame in its HTML.
   * @param container Where the frame is shown.
   */
  constructor(host: HTMLElement, container: HTMLElement, events: FrameLinkEvents) {
    this.#host = host;
    this.#container = container;
    // A frame that is not rendered for a moment loses focus and key strokes, so the slot is there from the start.
    container.append(this.#slot);
    this.#events = events;
  }

  get iframe(): HTMLIFrameElement | undefined {
    return this.#iframe;
  }

  /** Identifies the document at the other end: each document has its own port. */
  get port(): MessagePort | undefined {
    return this.#port;
  }

  open(url: URL): void {
    this.close();
    this.#origin = url.origin;
    this.#iframe = this.#findFrame(url) ?? this.#createFrame(url);
    // Every document fires `load` once, even one without our script.
    this.#iframe.addEventListener('load', this.#onLoad);
    this.#window = getWindow(this.#host);
    this.#window.addEventListener('message', this.#onMessage);
    this.#connect();
    // Any origin: browsers report an error when the frame's document does not have the target origin yet.
    this.#ask('*');
  }

  close(): void {
    this.#disconnect();
    this.stopTimeout();
    this.#window.removeEventListener('message', this.#onMessage);
    this.#iframe?.removeEventListener('load', this.#onLoad);
    this.#iframe?.remove();
    this.#iframe = undefined;
    this.#hasLoaded = false;
  }

  /** Call it when the document has answered. */
  stopTimeout(): void {
    clearTimeout(this.#timer);
  }

  /** Sends a message; the channel keeps the message until a document has connected. */
  postOrQueue(message: ToFrame): void {
    this.#port?.postMessage(message);
  }

  /** Drops the message when no document has connected: a command for one document must not reach a later one. */
  postIfConnected(message: ToFrame): void {
    if (!this.#remotePort) this.postOrQueue(message);
  }

  /** Finds the frame in the page's HTML. A payer may be typing into that frame, and an iframe that is moved reloads. */
  #findFrame(url: URL): HTMLIFrameElement | undefined {
    const iframe = this.#host.querySelector<HTMLIFrameElement>(':scope > iframe[slot=frame]');
    if (iframe?.src !== url.href) return undefined;
    if (this.#slot.parentNode !== this.#container) this.#container.replaceChildren(this.#slot);
    return iframe;
  }

  #createFrame(url: URL): HTMLIFrameElement {
    const iframe = document.createElement('iframe');
    // The frame gets the page's origin by the greeting and does not need the rest of the page's URL.
    iframe.referrerPolicy = 'origin';
    iframe.src = url.href;
    this.#container.replaceChildren(iframe);
    return iframe;
  }

  readonly #onLoad = (): void => {
    // The document was replaced, by a reload or because the element was moved.
    if (this.#hasLoaded) this.#disconnect();
    this.#hasLoaded = true;
    this.#ask(this.#origin);
  };

  #ask(origin: string): void {
    const message: Ask = { type: 'pay-checkout:ask' };
    this.#iframe?.contentWindow?.postMessage(message, origin);
    this.stopTimeout();
    this.#timer = setTimeout(() => this.#events.unanswered(), frameTimeoutMs);
  }

  readonly #onMessage = ({ source, origin, data }: MessageEvent<unknown>): void => {
    const frameWindow = this.#iframe?.contentWindow;
    // The frame may have navigated: only a document of the expected origin gets the port.
    if (!frameWindow || source !== frameWindow || origin !== this.#origin) return;
    const here = readHere(data);
    if (!here) return;
    if (here.document === this.#document) return this.stopTimeout();
    const isReplacement = this.#document !== undefined;
    if (isReplacement) this.#disconnect();
    // If no document was connected before, the last `load` event may have been this document's.
    this.#hasLoaded = here.loaded || (!isReplacement && this.#hasLoaded);
    this.#document = here.document;
    const remotePort = this.#remotePort ?? this.#connect();
    this.#remotePort = undefined;
    const greeting: Greeting = { type: 'pay-checkout:greeting', version: protocolVersion };
    frameWindow.postMessage(greeting, origin, [remotePort]);
  };

  #connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => {
      const message = this.#port === port1 && readFromFrame(data);
      if (message) this.#events.received(message);
    };
    this.#remotePort = port2;
    this.#events.opened();
    return port2;
  }

  #disconnect(): void {
    this.#port?.close();
    this.#port = this.#remotePort = this.#document = undefined;
    this.#events.closed();
  }
}
