import type { PayError } from '../../error.js';
import { readToFrame, type FromFrame, type ToFrame } from '../protocol.js';
import { deserializeError } from '../sent-error.js';

/** A message that wants an answer; its number is given to it when it is sent. */
type Question = Extract<
  FromFrame,
  {
    call: number;
    type: 'attempt' | 'intent' | 'announce' | 'status' | 'lock' | 'peek' | 'redirect' | 'to-bank';
  }
>;
type Unnumbered<T> = T extends unknown ? Omit<T, 'call'> : never;

/** Everything else that comes from the page. */
export type ParentRequest = Exclude<ToFrame, { type: 'granted' | 'value' | 'denied' }>;

interface PendingQuestion {
  resolve(value: unknown): void;
  reject(error: PayError | Error): void;
}

/** The frame's end of the channel to the page that it serves. */
export class ParentLink {
  readonly #port: MessagePort;
  readonly #pending = new Map<number, PendingQuestion>();
  #calls = 0;

  constructor(port: MessagePort, onRequest: (request: ParentRequest) => void) {
    this.#port = port;
    port.onmessage = ({ data }) => {
      const message = readToFrame(data);
      if (message) this.#receive(message, onRequest);
    };
  }

  post(message: FromFrame): void {
    this.#port.postMessage(message);
  }

  /** Rejects with what the page's side rejected with. */
  ask(question: Unnumbered<Question>): Promise<unknown> {
    const call = ++this.#calls;
    return new Promise((resolve, reject) => {
      this.#pending.set(call, { resolve, reject });
      this.post({ ...question, call } as Question);
    });
  }

  #receive(message: ToFrame, onRequest: (request: ParentRequest) => void): void {
    switch (message.type) {
      case 'granted':
        return this.#takeQuestion(message.call)?.resolve(undefined);
      case 'value':
        return this.#takeQuestion(message.call)?.resolve(message.value);
      case 'denied':
        return this.#takeQuestion(message.call)?.reject(
          message.error ? deserializeError(message.error) : new Error('The page said no.'),
        );
      default:
        return onRequest(message);
    }
  }

  #takeQuestion(call: number): PendingQuestion | undefined {
    const asked = this.#pending.get(call);
    this.#pending.delete(call);
    return asked;
  }
}
