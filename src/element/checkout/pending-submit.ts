import type { PayError } from '../../error.js';
import type { Outcome } from './outcome.js';

/** A call of `submit()` whose promise is yet to be settled. */
export class PendingSubmit {
  readonly promise: Promise<Outcome>;
  resolve!: (outcome: Outcome | Promise<Outcome>) => void;
  reject!: (error: PayError) => void;

  constructor() {
    this.promise = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
  }
}
