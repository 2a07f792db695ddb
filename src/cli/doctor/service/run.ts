import type { DecisionName } from '../../../sandbox/decisions.js';
import { waitUntil } from './pacing.js';
import { CannotRun, type RecordedSession, type Session, StepFailed } from './session.js';
import { makeIntent, sendFulfilment } from './steps.js';

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

interface CheckResult extends Pick<Check, 'id' | 'expected' | 'decision'> {
  readonly seen: string;
  readonly agrees: boolean;
}

export interface CheckRun {
  /** In the order of the table. */
  readonly results: readonly CheckResult[];
  /** The ids of the checks that the account cannot show. */
  readonly notShown: readonly string[];
  /** The ids of the checks that wait, if they were not asked for. */
  readonly slow: readonly string[];
}

export interface CheckRunOptions {
  /** Whether to run the checks that wait for minutes or hours too. */
  readonly withSlow?: boolean | undefined;
  /** Ends the run before its next check; what was made is cleaned up. */
  readonly signal?: AbortSignal | undefined;
}

const isLater = (seen: Seen | Later): seen is Later => typeof seen === 'object';

/** Carries out one step of a check. A failure is something seen too, unless nothing more can be checked. */
async function seeStep(step: () => Promise<Seen | Later>): Promise<Seen | Later> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof CannotRun) throw error;
    // The message of any other error may quote an answer.
    return `not tried (${error instanceof StepFailed ? error.message : 'an answer of another form'})`;
  }
}

/**
 * Runs the checks against the service, then cleans up. The checks that wait begin first, so that their waits overlap.
 *
 * @throws CannotRun for keys that the service refuses, and for a service that does not answer.
 */
export async function runChecks(
  checks: readonly Check[],
  session: RecordedSession,
  { withSlow = false, signal }: CheckRunOptions = {},
): Promise<CheckRun> {
  const seen = new Map<string, Seen>();
  const waiting: { readonly id: string; readonly began: number; readonly later: Later }[] = [];
  const aborted = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
  const { clock } = session;

  async function take(id: string, began: number, step: () => Promise<Seen | Later>): Promise<void> {
    if (signal?.aborted) throw new CannotRun('The run was interrupted.');
    session.begin(id);
    const found = await seeStep(step);
    if (isLater(found)) waiting.push({ id, began, later: found });
    else seen.set(id, found);
  }

  try {
    session.begin('keys');
    await requireOneAccount(session);
    const quick = checks.filter(({ isSlow }) => !isSlow);
    const slow = checks.filter(({ isSlow }) => isSlow);
    for (const check of [...(withSlow ? slow : []), ...quick])
      await take(check.id, clock.now(), () => check.run(session));
    while (waiting.length > 0) {
      const dueAt = ({ began, later }: (typeof waiting)[number]) => began + later.minutes * 60_000;
      waiting.sort((one, other) => dueAt(other) - dueAt(one));
      const next = waiting.pop() as (typeof waiting)[number];
      await Promise.race([waitUntil(clock, dueAt(next)), aborted]);
      await take(next.id, next.began, next.later.next);
    }
    return {
      results: checks.flatMap(({ id, expected, decision }) => {
        const answer = seen.get(id);
        if (answer === undefined) return [];
        return [{ id, expected, seen: answer, agrees: answer === expected, ...(decision && { decision }) }];
      }),
      notShown: checks.flatMap(({ id }) => (seen.has(id) && seen.get(id) === undefined ? [id] : [])),
      slow: withSlow ? [] : slow.map(({ id }) => id),
    };
  } finally {
    await session.cleanUp();
  }
}

/** An intent of the one key is paid with the other one: keys of two accounts fail only then. */
async function requireOneAccount(session: RecordedSession): Promise<void> {
  const intent = await makeIntent(session).catch((error: unknown) => {
    if (!(error instanceof StepFailed)) throw error;
    const isRefused = /^(401|403:)/.test(error.message);
    throw new CannotRun(
      isRefused
        ? 'The service refuses the secret key. Copy the test key again.'
        : `The service at ${session.settings.baseUrl} makes no payment intent (${error.message}). Check the address.`,
    );
  });
  const { status } = await sendFulfilment(session, intent);
  if (status === 401)
    throw new CannotRun('The service refuses the publishable key. Copy the test key again.');
  if (status === 403 || status === 404)
    throw new CannotRun('The two keys are of two accounts. Take both from one account.');
}
