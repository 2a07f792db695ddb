/** The value of a JSON text; undefined for a text that is no JSON, which no schema and no reader takes. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** More than any answer of the service needs; what is longer is not parsed. */
const maxAnswerLength = 1_000_000;

/** The text of an answer. Rejects when it is longer than any answer can be, or breaks off. */
export async function readResponseText(response: Response): Promise<string> {
  const text = await response.text();
  if (text.length > maxAnswerLength) throw new RangeError('The answer is too long.');
  return text;
}

/** The JSON of an answer; undefined where there is none. Rejects as the text does. */
export async function readResponseJson(response: Response): Promise<unknown> {
  return parseJson(await readResponseText(response));
}

/**
 * Whether two values are the same as JSON. The order of members is ignored, because some databases change it. A member that
 * is undefined counts as absent.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  return (
    Object.keys(one).every((name) => isSameJson(one[name], other[name])) &&
    Object.keys(other).every((name) => Object.hasOwn(one, name) || other[name] === undefined)
  );
}

/** Databases and some languages write null for what is not there. A copy without those members, at every depth. */
export function dropNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropNulls);
  // An object of a class may have members that a copy would not.
  if (!isObject(value) || ![Object.prototype, null].includes(Object.getPrototypeOf(value))) return value;
  const present = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(present.map(([name, member]) => [name, dropNulls(member)]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
