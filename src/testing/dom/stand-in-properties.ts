import { properties } from '../../element/settings.js';

/** The element's properties that Lit manages there, and the attribute of each. */
export const propertyNames: readonly string[] = Object.keys(properties);

const rows = Object.entries(properties).map(([name, row]) => ({ ...row, name }));

/** The name of the property that an attribute sets, and how its text is read: as the element does. */
export const attributes: ReadonlyMap<
  string,
  { readonly name: string; readonly read: (text: string | null) => unknown }
> = new Map(
  rows.flatMap((row) => {
    if (row.attribute === false) return [];
    const read = (text: string | null) =>
      'converter' in row ? row.converter.fromAttribute?.(text) : text !== null;
    return [[row.attribute, { name: row.name, read }]];
  }),
);

/** The sources of an intent, of which exactly one is set. */
export const intentSources = ['clientSecret', 'intentUrl', 'checkoutUrl', 'fetchIntent'] as const;
