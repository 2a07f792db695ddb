import type { DecisionName } from '../../../sandbox/decisions.js';
import type { Session } from './session.js';

/** The answer to a check's question; undefined if the account cannot show it, such as one without a coupon. */
export type Seen = string | undefined;

/** The next step of a check that waits for the service. */
export interface Later {
  /** After the check began. */
  readonly minutes: number;
  readonly next: () => Promise<Seen | Later>;
}

/** One thing that no document of the service says, and that the product assumes. */
export interface Check {
  /** Stays when rows are added. */
  readonly id: string;
  /** The question, as a noun. */
  readonly what: string;
  /** What the product assumes. */
  readonly expected: string;
  /** The sandbox's switch for it: `pay-checkout sandbox --decision NAME=VALUE` plays the other answers. */
  readonly decision?: DecisionName;
  /** Runs only with `--slow`, because it waits for minutes or hours. */
  readonly isSlow?: true;
  run(session: Session): Promise<Seen | Later>;
}
