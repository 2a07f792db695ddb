import { formatTime, createId } from '../store/clock.js';
import type { Namespace } from '../namespace.js';
import { invalidFields } from '../http/refusal.js';
import { type TimelineEntry, type Kind, kinds } from './entry.js';
import { sources } from './sources.js';

const size = 200;

/** Where a page of the timeline begins: a place in each source. */
type Cursor = readonly number[];

export const newest: Cursor = sources.map(() => Number.MAX_SAFE_INTEGER);

const formatCursor = (cursor: Cursor) => cursor.join('.');

/** Undefined for what is no cursor. */
function parseCursor(text: string): Cursor | undefined {
  const places = text.split('.').map(Number);
  return places.length === sources.length && places.every((place) => Number.isSafeInteger(place) && place > 0)
    ? places
    : undefined;
}

interface Timeline {
  /** Newest first. */
  readonly entries: readonly TimelineEntry[];
  /** Where the next page begins, when there is one. */
  readonly older: Cursor | undefined;
}

/**
 * One page of all that happened, or of one kind of it. The sources are merged by time; each keeps its own order, so
 * every entry stands on exactly one page, however many share a moment.
 */
function readTimeline(namespace: Namespace, cursor: Cursor, kind: Kind | undefined): Timeline {
  const queues = sources.map((source, index) =>
    kind === undefined || source.kind === kind
      ? source.listBefore(namespace, cursor[index] as number, size + 1)
      : [],
  );
  const places = [...cursor];
  const taken = queues.map(() => 0);
  const next = (index: number) => queues[index]?.[taken[index] as number];
  const entries: TimelineEntry[] = [];
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

/** Which part of the timeline an address asks for. */
export interface TimelineView {
  readonly kind: Kind | undefined;
  readonly from: Cursor;
}

/** Reads `kind` and `older`; each may be left out. */
export function parseView(parameters: URLSearchParams): TimelineView {
  const [wanted, older] = [parameters.get('kind'), parameters.get('older')];
  const kind = kinds.find((known) => known === wanted);
  if (wanted !== null && !kind) throw invalidFields({ kind: [`must be one of ${kinds.join(', ')}`] });
  const from = older === null ? newest : parseCursor(older);
  if (!from) throw invalidFields({ older: ['is no place in the timeline'] });
  return { kind, from };
}

/** The address of a view of this namespace. */
export function addressOf({ path }: Namespace, kind: Kind | undefined, older?: Cursor): string {
  const parameters = new URLSearchParams({
    ...(kind && { kind }),
    ...(older && { older: formatCursor(older) }),
  });
  return `${path}/${parameters.size > 0 ? `?${parameters}` : ''}`;
}

/** The entries of a view, and the address of those before them; empty when there are none. */
export function show(
  namespace: Namespace,
  { kind, from }: TimelineView,
): Pick<Timeline, 'entries'> & { older: string } {
  const { entries, older } = readTimeline(namespace, from, kind);
  return { entries, older: older ? addressOf(namespace, kind, older) : '' };
}

/** Names this start of the sandbox, because the counters below begin again with every start. */
const start = createId();

/**
 * Changes whenever the timeline may have changed: what this process wrote, what others wrote, the log, and the minute,
 * for what expires. Costs nothing, so a page may ask for it every second.
 */
export function versionOf({ store, clock, log }: Namespace): string {
  const { mine } = store.get<{ mine: number }>('SELECT total_changes() AS mine') as { mine: number };
  const { data_version: others } = store.get<{ data_version: number }>('PRAGMA data_version') as {
    data_version: number;
  };
  return [start, mine, others, log.changes(), Math.floor(clock.now() / 60_000)].join('.');
}

/** A queued fault in words, such as `fulfil: drop-after × 2`. */
export const queuedFaults = ({ faults }: Namespace): readonly string[] =>
  faults
    .queued()
    .map(
      ({ route, fault, times, ms }) =>
        `${route}: ${fault}${fault === 'delay' ? ` ${ms} ms` : ''}${times > 1 ? ` × ${times}` : ''}`,
    );

/** The sandbox's time as the page shows it: `2026-05-15 12:00:00`, in UTC. */
export const clockText = ({ clock }: Namespace) => formatTime(clock.now()).slice(0, 19).replace('T', ' ');
