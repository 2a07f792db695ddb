/** Keeps a value as the latest one. With more than `max` values, the one that was kept longest ago makes room. */
export function keepLatest<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}
