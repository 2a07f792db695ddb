import type { LogEntry } from '../controls/request-log.js';
import { entry, type Tone } from './entry.js';
import type { Source } from './source.js';

const toneOf = ({ status }: LogEntry): Tone => (status !== null && status < 400 ? 'plain' : 'bad');

/** The requests that the log still has, as it masked them. */
export const requests: Source = {
  kind: 'request',
  before: ({ log }, place, limit) => {
    const first = log.first();
    return log
      .entries()
      .slice(0, Math.max(0, place - first))
      .slice(-limit)
      .map((request, index, { length }) => {
        const number = Math.min(place, first + log.entries().length) - length + index;
        const at = Date.parse(request.at);
        return {
          place: number,
          at,
          entry: () =>
            entry({
              key: `request-${number}`,
              kind: 'request',
              at,
              id: `#${number}`,
              status: request.status === null ? 'no answer' : String(request.status),
              tone: toneOf(request),
              what: `${request.method} ${request.path}`,
              about: request.key ?? 'no key',
              raw: request,
            }),
        };
      })
      .reverse();
  },
};
