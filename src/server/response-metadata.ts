/** Metadata from a response's headers. */
interface ResponseMetadata {
  /** When the service answered, in milliseconds by its own clock, from the header `Date`. */
  readonly serviceTime: number | undefined;
  /** How many milliseconds to wait before the next request, from `Retry-After`. */
  readonly retryAfterMs: number | undefined;
}

/** Kept in a WeakMap, so that the response bodies and errors stay unchanged. */
const metadataOf = new WeakMap<object, ResponseMetadata>();

export function keepMetadata<T>(answer: T, metadata: ResponseMetadata): T {
  if (typeof answer === 'object' && answer !== null) metadataOf.set(answer, metadata);
  return answer;
}

/** Undefined for an object that the client did not return or throw itself, such as a copy. */
export const readMetadata = (answer: unknown): ResponseMetadata | undefined =>
  typeof answer === 'object' && answer !== null ? metadataOf.get(answer) : undefined;

export function parseMetadata(headers: Headers): ResponseMetadata {
  const serviceTime = Date.parse(headers.get('date') ?? '');
  return {
    serviceTime: Number.isNaN(serviceTime) ? undefined : serviceTime,
    retryAfterMs: parseRetryAfter(headers.get('retry-after'), serviceTime),
  };
}

/** Whole seconds, or a date by the service's clock. */
function parseRetryAfter(value: string | null, serviceTime: number): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - serviceTime;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
