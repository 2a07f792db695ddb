import type { PayError } from '../../../error.js';
import { readToFrame, type FromFrame, type ToFrame } from '../protocol.js';
import { deserializeError } from '../serialization.js';

/** A message that the page answers, by the same `requestId`. */
type AnsweredRequest = Extract<
  FromFrame,
  {
    requestId: number;
    type: 'attempt' | 'intent' | 'status' | 'lock' | 'peek' | 'redirect' | 'open-challenge';
  }
>;
type Unnumbered<T> = T extends unknown ? Omit<T, 'requestId'> : never;

/** A message from the page that answers no request. */
export type ParentCommand = Exclude<ToFrame, { type: 'granted' | 'value' | 'denied' }>;

interface PendingRequest {
  resolve(value: unknown): void;
  reject(error: PayError | Error): void;
}

/** The frame's end of the channel to the page that it serves. */
export class ParentLink {
  readonly #port: MessagePort;
  readonly #pending = new Map<number, PendingRequest>();
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
  request(request: Unnumbered<AnsweredRequest>): Promise<unknown> {
    const requestId = ++this.#lastRequestId;
    return new Promise((resolve, reject) => {
      this.#pending.set(requestId, { resolve, reject });
      this.post({ ...request, requestId } as AnsweredRequest);
    });
  }

  #receive(message: ToFrame, onCommand: (command: ParentCommand) => void): void {
    switch (message.type) {
      case 'granted':
        return this.#takeRequest(message.requestId)?.resolve(undefined);
      case 'value':
        return this.#takeRequest(message.requestId)?.resolve(message.value);
      case 'denied':
        return this.#takeRequest(message.requestId)?.reject(
          message.error ? deserializeError(message.error) : new Error('The page denied the request.'),
        );
      default:
        return onCommand(message);
    }
  }

  #takeRequest(requestId: number): PendingRequest | undefined {
    const pending = this.#pending.get(requestId);
    this.#pending.delete(requestId);
    return pending;
  }
}
