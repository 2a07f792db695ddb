import type { ComplexAttributeConverter } from '@lit/reactive-element';

/** An attribute that is not there is undefined, as a property that was never set is. */
export const textAttribute: ComplexAttributeConverter<string | undefined> = {
  fromAttribute: (value) => value ?? undefined,
};

/**
 * An integer in decimal digits. Lit's own converter makes an empty attribute 0, and reads `100.00`, `1e4` and `0x2710` as
 * amounts that nobody meant: here they are no number, which is a configuration error.
 */
export const numberAttribute: ComplexAttributeConverter<number | undefined> = {
  fromAttribute: (value) => {
    const text = value?.trim();
    if (!text) return undefined;
    return /^\d+$/.test(text) ? Number(text) : NaN;
  },
};
