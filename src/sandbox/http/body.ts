import type { Context, MiddlewareHandler } from 'hono';
import { resolver, uniqueSymbol } from 'hono-openapi';
import { validator } from 'hono/validator';
import * as z from 'zod/mini';
import type { SandboxEnv } from './context.js';
import { invalidRequest, invalidFields, type Problems } from './refusal.js';

/** A validation problem as zod reports it: the parts that are used here. */
interface Issue {
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
function listProblems(issues: readonly Issue[], body: unknown): Problems {
  const problems = new Map<string, string[]>();
  const add = (path: readonly string[], text: string) => {
    const field = path.join('.');
    problems.set(field, [...(problems.get(field) ?? []), text]);
  };
  for (const issue of issues) {
    const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys ?? []) add([...path, key], 'is not a known field');
    else add(path, valueAt(body, path) === undefined ? 'is required' : describeIssue(issue));
  }
  return Object.fromEntries(problems);
}

function describeIssue(issue: Issue): string {
  const members = issue.values ?? issue.options;
  if (issue.message !== 'Invalid input') return issue.message;
  if (members) return `must be ${members.length > 1 ? 'one of ' : ''}${members.join(', ')}`;
  if (issue.code === 'too_small') return `must be greater than or equal to ${issue.minimum}`;
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

/** In characters: one beyond U+FFFF, such as 😀, is one. */
const [longestKey, longestValue] = [40, 500];

/** What is wrong with metadata beyond its types. */
export function metadataProblems(
  { metadata }: Record<string, unknown>,
  { var: { namespace } }: Context<SandboxEnv>,
): Problems {
  if (!isObject(metadata)) return {};
  const most = Number(namespace.decisions.current.metadataKeys);
  const problems = new Map<string, string>();
  if (Object.keys(metadata).length > most) problems.set('metadata', `has more than ${most} keys`);
  for (const [key, value] of Object.entries(metadata)) {
    if ([...key].length > longestKey)
      problems.set(`metadata.${key}`, `has more than ${longestKey} characters`);
    if (typeof value === 'string' && [...value].length > longestValue)
      problems.set(`metadata.${key}`, `must have at most ${longestValue} characters`);
  }
  // The schema takes this key but leaves it out, so that it would not come back.
  if (Object.hasOwn(metadata, '__proto__')) problems.set('metadata.__proto__', 'is not a possible key');
  return Object.fromEntries([...problems].map(([field, problem]) => [field, [problem]]));
}

const maxBodyBytes = 100_000;
/** After so many bytes the connection is given up. */
const maxDrainedBytes = 32_000_000;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Hands Hono the text of a body, which it then reads instead of the request's. */
function setBody(c: Context, text: string): void {
  // Hono keeps a promise here, though its type says text.
  c.req.bodyCache.text = Promise.resolve(text) as unknown as string;
}

/**
 * Finds out whether a body is too long. No 413 is documented, so that is an invalid request like others, and it is
 * refused only when it is in the log.
 */
export const limitBody: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  // A body of a known length is not read here: to read it as a stream costs almost a third of a request.
  const announced = c.req.header('content-length');
  const body = announced !== undefined && Number(announced) <= maxBodyBytes ? null : c.req.raw.body;
  if (body) {
    const text = await readUpTo(body);
    if (text === undefined)
      c.set('bodyRefusal', invalidRequest(`The body is too long: at most ${maxBodyBytes} bytes.`));
    setBody(c, text ?? '');
  }
  await next();
};

/**
 * Reads a body of unknown length. Bytes beyond the limit are read and thrown away, so that the client can send all of
 * them, read its answer and go on by the same connection. Undefined when there were any.
 */
async function readUpTo(body: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let [text, size] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size <= maxBodyBytes) text += decoder.decode(value, { stream: true });
    else if (size > maxDrainedBytes) {
      await reader.cancel();
      break;
    }
  }
  return size > maxBodyBytes ? undefined : text + decoder.decode();
}

/** The fields of a form by name: `source[type]` is a member of `source`, and each `events[]` an entry of `events`. */
function readForm(text: string): Readonly<Record<string, unknown>> {
  const fields = new Map<string, unknown>();
  const members = new Map<string, [name: string, value: string][]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const [, outer, member = ''] = /^([^[]+)\[([^\]]*)\]$/s.exec(name) ?? [];
    // A form has texts only.
    if (outer === undefined)
      fields.set(name, name === 'amount' && /^\d{1,15}$/.test(value) ? Number(value) : value);
    else if (!members.get(outer)?.push([member, value])) members.set(outer, [[member, value]]);
  }
  for (const [outer, all] of members) {
    const isList = all.every(([name]) => name === '');
    fields.set(outer, isList ? all.map(([, value]) => value) : Object.fromEntries(all));
  }
  return Object.fromEntries(fields);
}

/** Takes a form for the JSON of the same fields, except on the pages of the bank. */
export const acceptForm: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  const type = c.req.header('content-type') ?? '';
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type) && !c.req.path.startsWith('/v1/card_auth/')) {
    const body = readForm(await c.req.text());
    const headers = new Headers(c.req.raw.headers);
    headers.set('content-type', 'application/json');
    c.req.raw = new Request(c.req.url, { method: c.req.method, headers });
    setBody(c, JSON.stringify(body));
  }
  await next();
};

/** The character NUL as JSON writes it, after an even number of backslashes. */
const nul = /(?<!\\)(?:\\\\)*\\u0000/;

/**
 * Requires that a body says it is JSON. No body at all counts as `{}`. Text with NUL is refused, because the database
 * would cut it there.
 */
async function requireJson(c: Context): Promise<void> {
  const text = await c.req.text();
  if (text === '') setBody(c, '{}');
  else if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw invalidRequest('Send the body as JSON, with Content-Type: application/json.');
  if (nul.test(text)) throw invalidRequest('Text must not contain the character NUL (\\u0000).');
}

/** For requests that need no body. */
export const noBody = z.strictObject({});

/** For requests that need no body, from clients that send one all the same, such as the whole invoice that they cancel. */
export const anyBody = z.object({});

interface Schema<Body> {
  safeParse(value: unknown): { success: true; data: Body } | { success: false; error: { issues: unknown } };
}

type Described = Parameters<typeof resolver>[0];

/** Reads a value by its schema. All problems are reported at once: the schema's, and those that `more` finds. */
export function read<Body>(schema: Schema<Body>, value: unknown, more: Problems = {}): Body {
  if (!isObject(value)) throw invalidRequest('The body must be a JSON object.');
  const result = schema.safeParse(value);
  const issues = result.success ? [] : (result.error.issues as readonly Issue[]);
  const problems = { ...more, ...listProblems(issues, value) };
  if (!result.success || Object.keys(problems).length > 0) throw invalidFields(problems);
  return result.data;
}

/** Whether a request is complete without its body. */
type BodyNeed = 'needed' | 'may be left out';

/** Reads the JSON body by `parse`, and describes it by `schema`. */
export function jsonBy<Body>(
  schema: Described,
  parse: (body: Record<string, unknown>, c: Context<SandboxEnv>) => Body,
  need: BodyNeed = 'needed',
) {
  const validate = validator('json', (sent: unknown, c) => {
    // PHP writes an empty object as an empty list.
    const isEmpty = Array.isArray(sent) && sent.length === 0 && need === 'may be left out';
    const value = isEmpty ? {} : sent;
    if (!isObject(value)) throw invalidRequest('The body must be a JSON object.');
    return parse(value, c as Context<SandboxEnv>);
  });
  const readBody: typeof validate = async (c, next) => {
    await requireJson(c);
    return validate(c, next);
  };
  const content = { 'application/json': { schema: resolver(schema) } };
  return Object.assign(readBody, {
    [uniqueSymbol]: { spec: { requestBody: { required: need === 'needed', content } } } as unknown,
  });
}

/** Reads the JSON body by its schema, and by `more`, which sees it before it is known to be right. */
export const json = <Body>(
  schema: Schema<Body> & Described,
  {
    more = () => ({}),
    need,
  }: { more?: (body: Record<string, unknown>, c: Context<SandboxEnv>) => Problems; need?: BodyNeed } = {},
) => jsonBy(schema, (body, c) => read(schema, body, more(body, c)), need);
