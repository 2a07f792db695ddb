import type { Service } from '../controls/service.js';
import type { Entry, Kind } from './entry.js';
import { sources } from './sources.js';

const size = 200;

/** Where a page of the timeline begins: a place in each source. */
export type Cursor = readonly number[];

export const newest: Cursor = sources.map(() => Number.MAX_SAFE_INTEGER);

export const cursorText = (cursor: Cursor) => cursor.join('.');

/** Undefined for what is no cursor. */
export function cursorIn(text: string): Cursor | undefined {
  const places = text.split('.').map(Number);
  return places.length === sources.length && places.every((place) => Number.isSafeInteger(place) && place > 0)
    ? places
    : undefined;
}

export interface Timeline {
  /** Newest first. */
  readonly entries: readonly Entry[];
  /** Where the next page begins, when there is one. */
  readonly older: Cursor | undefined;
}

/**
 * One page of all that happened, or of one kind of it. The sources are merged by time; each keeps its own order, so
 * every entry stands on exactly one page, however many share a moment.
 */
export function readTimeline(service: Service, cursor: Cursor, kind: Kind | undefined): Timeline {
  const queues = sources.map((source, index) =>
    kind === undefined || source.kind === kind
      ? source.before(service, cursor[index] as number, size + 1)
      : [],
  );
  const places = [...cursor];
  const taken = queues.map(() => 0);
  const next = (index: number) => queues[index]?.[taken[index] as number];
  const entries: Entry[] = [];
  for (;;) {
    let latest = -1;
    for (const index of queues.keys()) {
      const candidate = next(index);
      if (candidate && candidate.at > (next(latest)?.at ?? -1)) latest = index;
    }
    const candidate = next(latest);
    if (!candidate) return { entries, older: undefined };
    if (entries.length === size) return { entries, older: places };
    entries.push(candidate.entry());
    places[latest] = candidate.place;
    taken[latest] = (taken[latest] as number) + 1;
  }
}
