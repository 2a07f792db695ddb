/**
 * The fields of the form, in its order, with the keys by which the service speaks of each. A new field starts with a row
 * here: the compiler then lists the places that must handle it.
 */
const fields = {
  number: ['number', 'company'],
  expiry: ['month', 'year'],
  cvc: ['cvc'],
  name: ['name'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type FieldName = keyof typeof fields;

export const fieldNames = Object.keys(fields) as readonly FieldName[];

/** The form's field for each key that the service uses in errors. */
export const fieldsByWireKey: ReadonlyMap<string, FieldName> = new Map(
  fieldNames.flatMap((field) => fields[field].map((key): [string, FieldName] => [key, field])),
);

/** A record of all fields. */
export const mapFields = <Value>(valueOf: (field: FieldName) => Value): Record<FieldName, Value> =>
  Object.fromEntries(fieldNames.map((field) => [field, valueOf(field)])) as Record<FieldName, Value>;

/**
 * The result of checking a field's text. `incomplete`: it may become `valid` when the payer types on. `invalid`: something
 * that was typed must be corrected. The problem is a code; its text is in `i18n/`.
 */
export type FieldResult<P extends string> =
  | { readonly status: 'valid'; readonly problem?: undefined }
  | { readonly status: 'empty' | 'incomplete' | 'invalid'; readonly problem: P };

export type FieldStatus = FieldResult<string>['status'];

export const valid = { status: 'valid' } as const;
export const empty = { status: 'empty', problem: 'empty' } as const;
export const incomplete = { status: 'incomplete', problem: 'incomplete' } as const;
export const invalid = <const P extends string>(problem: P) => ({ status: 'invalid', problem }) as const;
