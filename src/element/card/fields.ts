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
