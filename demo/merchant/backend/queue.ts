const last = new Map<string, Promise<unknown>>();

/** Runs what is asked for one key in turn, so that two tabs of one order do not get an intent each. */
export async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
  last.set(key, mine);
  try {
    return await mine;
  } finally {
    if (last.get(key) === mine) last.delete(key);
  }
}
