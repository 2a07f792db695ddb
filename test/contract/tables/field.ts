/** What a table of the interface says of one field of an answer. */
export interface Field {
  readonly type:
    'integer' | 'text' | 'flag' | 'uuid' | 'uri' | 'moment' | 'ipv4' | 'scalars' | 'list' | 'object';
  /** `always`: there and not null. `nullable`: there, or null. `optional`: may be absent or null. */
  readonly presence: 'always' | 'nullable' | 'optional';
  readonly least?: number;
  /** The one integer that it may not be. */
  readonly never?: number;
  /** The field beside it that it may not exceed. */
  readonly notAbove?: string;
  readonly pattern?: RegExp;
  readonly among?: readonly string[];
  readonly longest?: number;
  /** The amount beside it that it writes out, with the decimals of the currency and its code. */
  readonly writes?: string;
  /** The rows of what it holds, or how they follow from it. */
  readonly of?: Table | Field | ((entry: Readonly<Record<string, unknown>>) => Table);
}

export type Table = Readonly<Record<string, Field>>;

const always = (type: Field['type'], more: Partial<Field> = {}): Field => ({
  type,
  presence: 'always',
  ...more,
});

export const nullable = (field: Field): Field => ({ ...field, presence: 'nullable' });
export const optional = (field: Field): Field => ({ ...field, presence: 'optional' });

export const integer = (more: Partial<Field> = {}) => always('integer', more);
export const text = (more: Partial<Field> = {}) => always('text', more);
export const oneOf = (among: string) => text({ among: among.split(', ') });
export const formatted = (writes: string) => text({ writes });
export const listOf = (of: Field['of'] & {}) => always('list', { of });
export const object = (of: Field['of'] & {}) => always('object', { of });
export const flag = always('flag');
export const uuid = always('uuid');
export const uri = always('uri');
export const moment = always('moment');
export const ipv4 = always('ipv4');
/** Values are text, numbers or booleans. */
export const scalars = always('scalars');
export const currency = text({ pattern: /^[A-Z]{3}$/ });
