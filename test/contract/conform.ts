import { isIPv4 } from 'node:net';
import type { Field, Table } from './tables/field.js';

type Thing = Readonly<Record<string, unknown>>;

/** ISO 4217's minor units, for those currencies that have not two. */
const decimals: Readonly<Record<string, number>> = { KWD: 3, BHD: 3, JPY: 0 };

export const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string';

const types: Readonly<Record<Field['type'], (value: unknown) => boolean>> = {
  integer: (value) => Number.isSafeInteger(value),
  text: isText,
  flag: (value) => typeof value === 'boolean',
  uuid: (value) => isText(value) && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value),
  uri: (value) => isText(value) && URL.canParse(value) && /^https?:\/\/[^\s/]/.test(value),
  moment: (value) =>
    isText(value) &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  ipv4: (value) => isText(value) && isIPv4(value),
  scalars: (value) =>
    isThing(value) && Object.values(value).every((each) => /^(string|number|boolean)$/.test(typeof each)),
  list: Array.isArray,
  object: isThing,
};

function* limitsBroken(field: Field, value: unknown, beside: Thing): Generator<string> {
  const { least, never, notAbove, pattern, among, longest, writes } = field;
  if (least !== undefined && Number(value) < least) yield `is below ${least}`;
  if (value === never) yield `is ${never}`;
  if (notAbove && Number(value) > Number(beside[notAbove])) yield `is above ${notAbove}`;
  if (pattern && !pattern.test(String(value))) yield `does not match ${pattern}`;
  if (among && !among.includes(String(value))) yield `is not one of ${among.join(', ')}`;
  if (longest && [...String(value)].length > longest) yield `is longer than ${longest}`;
  if (writes) {
    const places = decimals[String(beside['currency'])] ?? 2;
    const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
    const number = (Number(beside[writes]) / 10 ** places).toLocaleString('en-US', digits);
    const expected = `${number} ${beside['currency']}`;
    if (value !== expected) yield `is not ${expected}`;
  }
}

function* partProblems(of: Field['of'], entry: unknown, path: string): Generator<string> {
  const table = typeof of === 'function' ? of(isThing(entry) ? entry : {}) : of;
  if (!table) return;
  if (typeof table.type === 'string') yield* fieldProblems(table as Field, entry, {}, path);
  else yield* problems(table as Table, entry, `${path}.`);
}

function* parts({ of }: Field, value: unknown, path: string): Generator<string> {
  if (isThing(value)) yield* partProblems(of, value, path);
  else if (Array.isArray(value))
    for (const [index, entry] of value.entries()) yield* partProblems(of, entry, `${path}.${index}`);
}

function* fieldProblems(field: Field, value: unknown, beside: Thing, path: string): Generator<string> {
  if (value === undefined) {
    if (field.presence !== 'optional') yield `${path} is missing`;
  } else if (value === null) {
    if (field.presence === 'always') yield `${path} is null`;
  } else if (!types[field.type](value)) yield `${path} is no ${field.type}`;
  else {
    for (const broken of limitsBroken(field, value, beside)) yield `${path} ${broken}`;
    yield* parts(field, value, path);
  }
}

/** Where an answer departs from its table: fields that are wrong or missing, and fields that no table knows. */
export function* problems(table: Table, answer: unknown, path = ''): Generator<string> {
  if (!isThing(answer)) return yield `${path || 'the answer'} is no object`;
  for (const [name, field] of Object.entries(table))
    yield* fieldProblems(field, answer[name], answer, path + name);
  // An empty table is that of an object whose keys are free.
  if (Object.keys(table).length > 0)
    for (const name of Object.keys(answer))
      if (!Object.hasOwn(table, name)) yield `${path}${name} is in no table`;
}
