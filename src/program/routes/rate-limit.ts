import { keepLatest } from '../../server/checkout/keep-latest.js';

/** Requests that one name may make at once, and how many more it is allowed for each second. */
interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** Seconds to wait; 0 when the request may go on. */
type RateLimit = (name: string) => number;

/** Names that are remembered; beyond that, those that have been quiet the longest are forgotten. */
const maxNames = 50_000;

/** A bucket for each name, in this process alone: it guards the process, while the checkout's limits guard the orders. */
export function createRateLimit({ burst, perSecond }: Rate, now: () => number): RateLimit {
  const buckets = new Map<string, { readonly left: number; readonly at: number }>();
  return (name) => {
    const at = now();
    const bucket = buckets.get(name);
    const left = bucket
      ? Math.min(burst, bucket.left + (Math.max(0, at - bucket.at) / 1000) * perSecond)
      : burst;
    keepLatest(buckets, name, { left: left < 1 ? left : left - 1, at }, maxNames);
    return left < 1 ? Math.ceil((1 - left) / perSecond) : 0;
  };
}
