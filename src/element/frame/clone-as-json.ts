/** A copy that can be posted: what a function of the page returns may hold proxies and functions, which cannot be. */
export const cloneAsJson = <T>(value: T): T => value && (JSON.parse(JSON.stringify(value)) as T);
