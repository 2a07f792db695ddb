import { PayError } from '../error.js';

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly expected?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly values?: readonly unknown[];
  readonly keys?: readonly string[];
}

/** As much of a schema as is needed here. */
export interface Schema<T> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly unknown[] } };
}

/** The developer's mistake: an argument that the service would refuse, found before anything was sent. */
export const createArgumentError = (method: string, field: string, problem: string) =>
  new PayError('configuration', `${method}: \`${field}\` ${problem}. Nothing was sent.`, {
    field,
    errors: { [field]: [problem] },
  });

/** The developer's mistake in a setting, an option or what an option returned. */
export const createConfigurationError = (field: string, message: string): PayError =>
  new PayError('configuration', message, { field });

/** Returns the validated body. Throws with the first problem as message and all problems in `errors`. */
export function checkBody<T>(method: string, schema: Schema<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const found = (result.error.issues as readonly Issue[]).flatMap(listProblems);
  const [first] = found;
  if (!first) throw createArgumentError(method, 'body', 'is not valid');
  const errors = Object.fromEntries(
    found.map(([field]) => [field, found.filter(([other]) => other === field).map(([, problem]) => problem)]),
  );
  throw new PayError('configuration', `${method}: \`${first[0]}\` ${first[1]}. Nothing was sent.`, {
    field: first[0],
    errors,
  });
}

function listProblems(issue: Issue): (readonly [field: string, problem: string])[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const problem = 'is not known';
    return (issue.keys ?? []).map((key) => [[...path, key].join('.'), problem] as const);
  }
  return [[path.join('.') || 'body', describeIssue(issue)]];
}

/** zod/mini has no built-in messages, so describe the common issues here. A schema's own message is kept. */
function describeIssue({ code, expected, minimum, maximum, values, message }: Issue): string {
  switch (code) {
    case 'invalid_type':
      return `must be of type ${expected === 'int' ? 'integer' : String(expected)}`;
    case 'too_small':
      return `must be at least ${String(minimum)}`;
    case 'too_big':
      return `must be at most ${String(maximum)}`;
    case 'invalid_value':
      return `must be one of ${String(values?.join(', '))}`;
    default:
      return message === 'Invalid input' ? 'is not valid' : message;
  }
}

/** An id as a part of a path. Anything but the letters of an id could lead to another address of the service. */
export function checkPathSegment(method: string, id: unknown): string {
  if (typeof id !== 'string' || id.trim() === '')
    throw createArgumentError(method, 'id', 'must be a string with something in it');
  if (!/^[A-Za-z0-9_-]+$/.test(id))
    throw createArgumentError(method, 'id', 'is not an id: letters, digits, `-` and `_` are allowed');
  return id;
}

/**
 * An option that is present but undefined is most likely a mistake, such as the value of a misspelt property. If it
 * counted as omitted, a refund would be of the whole amount.
 */
export function refuseUndefined(method: string, options: object): void {
  const [field] = Object.entries(options).find(([, value]) => value === undefined) ?? [];
  if (field !== undefined)
    throw createArgumentError(method, field, 'is undefined: give a value, or leave it out');
}
