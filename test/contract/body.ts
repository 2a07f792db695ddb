import type { RequestField } from './tables/requests.js';

export const isThing = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON of every type. */
const samples: ReadonlyArray<readonly [RequestField['type'] | 'null', unknown]> = [
  ['null', null],
  ['flag', true],
  ['flag', false],
  ['integer', 0],
  ['integer', 700],
  ['text', 'text'],
  ['text', '700'],
  ['list', []],
  ['list', ['text']],
  ['object', {}],
  ['object', { key: 'text' }],
];

export const otherTypes = ({ type, nullable, also = [] }: RequestField): unknown[] =>
  samples
    .filter(([of]) => type !== 'anything' && of !== type && !(nullable && of === 'null'))
    .map(([, value]) => value)
    .filter((value) => !also.includes(value));

/** The body with a value at a path such as `splits.0.amount`, or without what is there. */
export function changed(body: unknown, path: string, value: unknown): unknown {
  const [key = '', ...rest] = path.split('.');
  const inner = isThing(body) || Array.isArray(body) ? (body as Record<string, unknown>)[key] : undefined;
  const next = rest.length > 0 ? changed(inner, rest.join('.'), value) : value;
  if (Array.isArray(body)) return Object.assign([...body], { [key]: next });
  const { [key]: _, ...others } = body as Record<string, unknown>;
  return next === undefined ? others : { ...others, [key]: next };
}

export const show = (value: unknown) => {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 30)}… (${text.length})` : text;
};
