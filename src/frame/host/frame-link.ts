import { protocolVersion } from '../protocol-version.js';
import type { FromFrame, Greeting, ToFrame } from '../protocol.js';
import { isFromFrame } from './from-frame.js';

/** How long a frame may take to answer, in milliseconds. */
const limit = 10_000;

export interface FrameLinkEvents {
  /** A channel is open. What is sent now waits in it for the document that is given its other end. */
  opened(): void;
  received(message: FromFrame): void;
  /** The document at the other end is gone, with all that it was doing. */
  gone(): void;
  /** The document has not answered in time. It may answer yet. */
  silent(): void;
}

/** The page's end of the channel to the document in its frame: each document that loads there gets a channel of its own. */
export class FrameLink {
  readonly #place: HTMLElement;
  readonly #events: FrameLinkEvents;
  #iframe: HTMLIFrameElement | undefined;
  #port: MessagePort | undefined;
  /** The other end, until a document is given it. */
  #end: MessagePort | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(place: HTMLElement, events: FrameLinkEvents) {
    this.#place = place;
    this.#events = events;
  }

  get iframe(): HTMLIFrameElement | undefined {
    return this.#iframe;
  }

  /** Identifies the document at the other end: another one has another port. */
  get port(): MessagePort | undefined {
    return this.#port;
  }

  open(url: URL, title: string): void {
    this.close();
    const iframe = document.createElement('iframe');
    // The frame learns its page's origin from the greeting, and needs no more of the page's address.
    iframe.referrerPolicy = 'origin';
    iframe.src = url.href;
    iframe.title = title;
    iframe.classList.add('silent');
    // A document that replaces another one, by a reload or because the element was moved, is greeted anew.
    iframe.addEventListener('load', () => this.#greet(iframe, url.origin));
    this.#iframe = iframe;
    this.#place.replaceChildren(iframe);
    this.#connect();
    this.#startTimer();
  }

  close(): void {
    this.#drop();
    this.answered();
    this.#iframe?.remove();
    this.#iframe = undefined;
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

  #startTimer(): void {
    this.answered();
    this.#timer = setTimeout(() => this.#events.silent(), limit);
  }

  #connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => {
      if (isFromFrame(data) && this.#port === port1) this.#events.received(data);
    };
    this.#events.opened();
    return (this.#end = port2);
  }

  #greet(iframe: HTMLIFrameElement, origin: string): void {
    if (!this.#end) this.#drop();
    const end = this.#end ?? this.#connect();
    this.#end = undefined;
    const greeting: Greeting = { type: 'pay-checkout:greeting', version: protocolVersion };
    // Only a document of that origin gets the port, whatever is in the frame by now.
    iframe.contentWindow?.postMessage(greeting, origin, [end]);
    this.#startTimer();
  }

  #drop(): void {
    this.#port?.close();
    this.#port = this.#end = undefined;
    this.#events.gone();
  }
}
