import type { PayError } from '../../error.js';
import { readToFrame, type FromFrame, type ToFrame } from '../protocol.js';
import { deserializeError } from '../error-serialization.js';

/** A message that the page answers; `ask` numbers the message. */
type Question = Extract<
  FromFrame,
  {
    call: number;
    type: 'attempt' | 'intent' | 'announce' | 'status' | 'lock' | 'peek' | 'redirect' | 'to-bank';
  }
>;
type Unnumbered<T> = T extends unknown ? Omit<T, 'call'> : never;

/** A message from the page that answers no question. */
export type ParentCommand = Exclude<ToFrame, { type: 'granted' | 'value' | 'denied' }>;

interface PendingQuestion {
  resolve(value: unknown): void;
  reject(error: PayError | Error): void;
}

/** The frame's end of the channel to the page that it serves. */
export class ParentLink {
  readonly #port: MessagePort;
  readonly #pending = new Map<number, PendingQuestion>();
  #lastRequestId = 0;

  constructor(port: MessagePort, onCommand: (command: ParentCommand) => void) {
    this.#port = port;
    port.onmessage = ({ data }) => {
      const message = readToFrame(data);
      if (message) this.#receive(message, onCommand);
    };
  }

  post(message: FromFrame): void {
    this.#port.postMessage(message);
  }

  /** Resolves with the page's answer; rejects with the page's error. */
  ask(question: Unnumbered<Question>): Promise<unknown> {
    const requestId = ++this.#lastRequestId;
    return new Promise((resolve, reject) => {
      this.#pending.set(requestId, { resolve, reject });
      this.post({ ...question, call: requestId } as Question);
    });
  }

  #receive(message: ToFrame, onCommand: (command: ParentCommand) => void): void {
    switch (message.type) {
      case 'granted':
        return this.#takeQuestion(message.call)?.resolve(undefined);
      case 'value':
        return this.#takeQuestion(message.call)?.resolve(message.value);
      case 'denied':
        return this.#takeQuestion(message.call)?.reject(
          message.error ? deserializeError(message.error) : new Error('The page denied the request.'),
        );
      default:
        return onCommand(message);
    }
  }

  #takeQuestion(requestId: number): PendingQuestion | undefined {
    const question = this.#pending.get(requestId);
    this.#pending.delete(requestId);
    return question;
  }
}
