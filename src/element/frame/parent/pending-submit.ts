import type { Outcome } from '../../checkout/outcome.js';
import type { PayError } from '../../../error.js';

let lastId = 0;

/** A call of `submit()` whose promise the frame has yet to settle. */
export class PendingSubmit {
  /** Tells the calls apart, because a frame may answer after the next call has begun. */
  readonly id = ++lastId;
  readonly promise: Promise<Outcome>;
  resolve!: (outcome: Outcome) => void;
  reject!: (error: PayError) => void;

  constructor() {
    this.promise = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
  }
}
