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
