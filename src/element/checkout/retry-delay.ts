const steps = [0, 1_000, 2_000, 4_000, 8_000, 15_000] as const;
const longest = 30_000;

/**
 * How long to wait before the next status request, in milliseconds: not at all before the first one (0), then longer and
 * longer, up to half a minute. Up to a fifth is taken off at random, so that many payers don't ask at the same moments.
 */
export function getRetryDelay(statusRequestCount: number, random: number): number {
  return Math.round((steps[statusRequestCount] ?? longest) * (1 - random / 5));
}
