import { withTimeout } from '../checkout/times.js';

/**
 * How long a store waits for one answer of its database. No statement takes a second. A network that falls silent keeps
 * connections open that never answer again, and the system notices that only after a quarter of an hour.
 */
export const silenceMs = 5000;

/**
 * Waits for an answer, and gives the connection up when the answer has not come in time.
 *
 * @throws {PayError} `network`: the store does not know whether the database has done what it was sent.
 */
export const endSilence = <T>(answer: Promise<T>, giveUp: () => void): Promise<T> =>
  withTimeout(answer, silenceMs, `The database has not answered within ${silenceMs / 1000} s.`, giveUp);

/** When the connections of a client were replaced last, whichever stores share the client. */
const replacements = new WeakMap<object, number>();

/** While a name still leads to a replica, each new connection is as useless as the one before. */
const pauseMs = 1000;

/**
 * The same for a client that all requests share: the first request that waits too long, or fails by an error after which the
 * connections are of no use, replaces them, and those that were sent before that do so no more.
 */
export async function endSharedSilence<T>(
  client: object,
  send: () => Promise<T>,
  replace: () => void,
  isOfNoUse: (error: unknown) => boolean = () => false,
): Promise<T> {
  const sentAt = performance.now();
  const replaceOnce = () => {
    const [last, now] = [replacements.get(client) ?? -Infinity, performance.now()];
    if (sentAt <= last || now - last < pauseMs) return;
    replacements.set(client, now);
    replace();
  };
  const answer = send().catch((error: unknown) => {
    // Later, because the client's owner may close it on this error, and a driver leaks what is closed while it connects.
    if (isOfNoUse(error)) setTimeout(replaceOnce);
    throw error;
  });
  return endSilence(answer, replaceOnce);
}
