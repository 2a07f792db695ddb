import type { Problems } from './refusal.js';

/** A validation problem as zod reports it: the parts that are used here. */
export interface Issue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
  readonly code?: string;
  readonly expected?: string;
  readonly minimum?: number;
  readonly format?: string;
  readonly keys?: readonly string[];
  readonly values?: readonly string[];
  readonly options?: readonly string[];
}

/** The issues of one request by field path; the body itself is the empty path. */
export function problemsOf(issues: readonly Issue[], body: unknown): Problems {
  const problems = new Map<string, string[]>();
  const add = (path: readonly string[], text: string) => {
    const field = path.join('.');
    problems.set(field, [...(problems.get(field) ?? []), text]);
  };
  for (const issue of issues) {
    const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys ?? []) add([...path, key], 'is not a known field');
    else add(path, valueAt(body, path) === undefined ? 'is required' : words(issue));
  }
  return Object.fromEntries(problems);
}

function words(issue: Issue): string {
  const members = issue.values ?? issue.options;
  if (issue.message !== 'Invalid input') return issue.message;
  if (members) return `must be ${members.length > 1 ? 'one of ' : ''}${members.join(', ')}`;
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big') return 'must be within the range of safe integers';
  if (issue.expected === 'int') return 'must be an integer';
  if (issue.expected) return `must be ${/^[aeio]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
  if (issue.format === 'uuid') return 'must be a UUID';
  if (issue.format === 'regex') return 'has the wrong form';
  return 'is not valid';
}

function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined,
    body,
  );
}
