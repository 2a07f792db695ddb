import { protocolVersion } from '../protocol-version.js';
import { frameTimeoutMs } from '../timeouts.js';
import {
  readFromFrame,
  readHere,
  type Ask,
  type FromFrame,
  type Greeting,
  type ToFrame,
} from '../protocol.js';

export interface FrameLinkEvents {
  /** A channel is open. What is sent now waits in it for the document that is given its other end. */
  opened(): void;
  received(message: FromFrame): void;
  /** The document at the other end is gone, with all that it was doing. */
  gone(): void;
  /** The document has not answered in time. It may answer yet. */
  unanswered(): void;
}

/**
 * The page's end of the channel to the document in its frame: each document that loads there gets a channel of its own.
 * A document says that it is there when its script runs, and when it is asked, so that it makes no difference which of
 * the two scripts is there first.
 */
export class FrameLink {
  readonly #host: HTMLElement;
  readonly #place: HTMLElement;
  readonly #slot = Object.assign(document.createElement('slot'), { name: 'frame' });
  readonly #events: FrameLinkEvents;
  #iframe: HTMLIFrameElement | undefined;
  #origin = '';
  #port: MessagePort | undefined;
  /** The other end, until a document is given it. */
  #end: MessagePort | undefined;
  /** The number of the document that was greeted. */
  #document: number | undefined;
  /** Whether the frame has loaded a document: at the next one, that one is gone. */
  #loaded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param host The element whose page may have the frame in its HTML.
   * @param place Where the frame is shown.
   */
  constructor(host: HTMLElement, place: HTMLElement, events: FrameLinkEvents) {
    this.#host = host;
    this.#place = place;
    // At once: a frame in the page's HTML that is out of sight for a moment loses the focus, and what is typed then.
    place.append(this.#slot);
    this.#events = events;
  }

  get iframe(): HTMLIFrameElement | undefined {
    return this.#iframe;
  }

  /** Identifies the document at the other end: another one has another port. */
  get port(): MessagePort | undefined {
    return this.#port;
  }

  open(url: URL): void {
    this.close();
    this.#origin = url.origin;
    this.#iframe = this.#declared(url) ?? this.#create(url);
    // Every document fires it once, also one that has no script of ours.
    this.#iframe.addEventListener('load', this.#load);
    addEventListener('message', this.#hear);
    this.#connect();
    // There may be no document of that origin yet, which browsers would complain about.
    this.#ask('*');
  }

  close(): void {
    this.#drop();
    this.answered();
    removeEventListener('message', this.#hear);
    this.#iframe?.removeEventListener('load', this.#load);
    this.#iframe?.remove();
    this.#iframe = undefined;
    this.#loaded = false;
  }

  /** The document has answered: nothing is waited for. */
  answered(): void {
    clearTimeout(this.#timer);
  }

  /** Also before a document is there. */
  send(message: ToFrame): void {
    this.#port?.postMessage(message);
  }

  /** Only to a document that is there: what is asked of one form is not asked of a later one. */
  post(message: ToFrame): void {
    if (!this.#end) this.send(message);
  }

  /** The frame in the page's HTML, which a payer may be typing into. It stays where it is: a frame that is moved loads anew. */
  #declared(url: URL): HTMLIFrameElement | undefined {
    const declared = this.#host.querySelector<HTMLIFrameElement>(':scope > iframe[slot=frame]');
    if (declared?.src !== url.href) return undefined;
    if (this.#slot.parentNode !== this.#place) this.#place.replaceChildren(this.#slot);
    return declared;
  }

  #create(url: URL): HTMLIFrameElement {
    const iframe = document.createElement('iframe');
    // The frame learns its page's origin from the greeting, and needs no more of the page's address.
    iframe.referrerPolicy = 'origin';
    iframe.src = url.href;
    this.#place.replaceChildren(iframe);
    return iframe;
  }

  readonly #load = (): void => {
    // A document that replaces another one, by a reload or because the element was moved.
    if (this.#loaded) this.#drop();
    this.#loaded = true;
    this.#ask(this.#origin);
  };

  #ask(origin: string): void {
    const message: Ask = { type: 'pay-checkout:ask' };
    this.#iframe?.contentWindow?.postMessage(message, origin);
    this.answered();
    this.#timer = setTimeout(() => this.#events.unanswered(), frameTimeoutMs);
  }

  readonly #hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
    const there = this.#iframe?.contentWindow;
    // Only a document of that origin gets the port, whatever is in the frame by now.
    if (!there || source !== there || origin !== this.#origin) return;
    const here = readHere(data);
    if (!here) return;
    if (here.document === this.#document) return this.answered();
    const known = this.#document !== undefined;
    if (known) this.#drop();
    // Where no document was known, the one that has loaded last may be this one.
    this.#loaded = here.loaded || (!known && this.#loaded);
    this.#document = here.document;
    const end = this.#end ?? this.#connect();
    this.#end = undefined;
    const greeting: Greeting = { type: 'pay-checkout:greeting', version: protocolVersion };
    there.postMessage(greeting, origin, [end]);
  };

  #connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => {
      const message = this.#port === port1 && readFromFrame(data);
      if (message) this.#events.received(message);
    };
    this.#end = port2;
    this.#events.opened();
    return port2;
  }

  #drop(): void {
    this.#port?.close();
    this.#port = this.#end = this.#document = undefined;
    this.#events.gone();
  }
}
