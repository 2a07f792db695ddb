import type { Service } from '../controls/service.js';
import type { Entry, Kind } from './entry.js';

/** Something that may become an entry: made only when it is shown. */
export interface Candidate {
  /** Where it stands in its source; a later one has a higher number. */
  readonly place: number;
  readonly at: number;
  entry(): Entry;
}

/** One stream of the timeline. */
export interface Source {
  readonly kind: Kind;
  /** The newest first, all before a place. Goes by row numbers, so that no table has to be sorted or searched. */
  before(service: Service, place: number, limit: number): Candidate[];
}
