/** Runs the work for each number below `count`, with so many at once. Resolves with the seconds that it took. */
export async function runMany(
  count: number,
  atOnce: number,
  work: (number: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (performance.now() - began) / 1000;
}

/** So many each second, whether or not those before have ended. The time counts from when each was to begin. */
export async function runAtRate(
  count: number,
  perSecond: number,
  work: (number: number, due: number) => Promise<unknown>,
): Promise<void> {
  const began = performance.now();
  const running: Promise<unknown>[] = [];
  while (running.length < count) {
    const due = began + (running.length * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    running.push(work(running.length, due));
  }
  await Promise.all(running);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

export const inMs = (ms: number): string => `${ms.toFixed(1)} ms`;
export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
export const isMet = (met: boolean): string => (met ? 'yes' : '**no**');
export const count = (number: number): string => Math.round(number).toLocaleString('en');
